import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FrameReader } from '../../../src/fix/wire/frame-reader.ts'
import { MessageView } from '../../../src/fix/wire/message-view.ts'
import { fix, pipes, sealed, soh } from './fix-text.ts'

const heartbeat = fix('35=0|34=2|49=DESK1|52=20260302-14:30:00.000|56=GATEWAY')
const order = fix('35=D|34=3|49=DESK1|52=20260302-14:30:00.000|56=GATEWAY|11=A1|55=AAPL|54=1|60=20260302-14:30:00.000|40=1|38=5')
const logout = fix('35=5|34=4|49=DESK1|52=20260302-14:30:00.000|56=GATEWAY|58=bye')

/** What a reader makes of the chunks: whole messages with `|` for SOH, `garbled …`, `too long …`. */
function read(...chunks: readonly (Buffer | string)[]): string[] {
  const seen: string[] = []
  const reader = new FrameReader(
    {
      onMessage: (view) => seen.push(pipes(view.copy())),
      onGarbled: (reason) => seen.push(`garbled ${reason}`),
      onTooLong: (bodyLength) => seen.push(`too long ${bodyLength}`),
    },
    new MessageView(),
  )
  for (const chunk of chunks) reader.push(typeof chunk === 'string' ? Buffer.from(soh(chunk), 'latin1') : chunk)
  return seen
}

const all = (...messages: readonly Buffer[]): Buffer => Buffer.concat(messages)
const texts = (...messages: readonly Buffer[]): string[] => messages.map(pipes)

describe('whole messages', () => {
  test('several messages of one read come out in order', () => {
    expect(read(all(heartbeat, order, logout))).toEqual(texts(heartbeat, order, logout))
  })

  test('a message that comes byte by byte comes out once it is whole', () => {
    const bytes = all(heartbeat, order)
    expect(read(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(texts(heartbeat, order))
  })

  test('a message split at any place between two reads is put together', () => {
    const bytes = all(heartbeat, order, logout)
    for (let at = 0; at <= bytes.length; at++) {
      expect(read(bytes.subarray(0, at), bytes.subarray(at)), `split at ${at}`).toEqual(texts(heartbeat, order, logout))
    }
  })

  test('a BodyLength with leading zeros is the same number', () => {
    const padded = sealed(Buffer.from(soh('8=FIX.4.4|9=0000005|35=0|')))
    expect(read(padded)).toEqual(texts(padded))
  })

  test('another BeginString is framed all the same: the session answers it', () => {
    const old = fix('35=0|34=2', 'FIX.4.2')
    expect(read(old)).toEqual(texts(old))
  })

  test('raw data may contain what looks like the end of the message', () => {
    const raw = fix('35=A|34=1|98=0|108=30|95=9|96=x|10=000||141=Y')
    expect(read(all(raw, heartbeat))).toEqual(texts(raw, heartbeat))
  })

  test('a message of exactly 64 KiB is taken', () => {
    const head = '35=0|34=2|58='
    const largest = fix(`${head}${'x'.repeat(65_536 - head.length - 1)}|`)
    expect(pipes(largest).startsWith('8=FIX.4.4|9=65536|')).toBe(true)
    expect(read(largest.subarray(0, 40_000), largest.subarray(40_000))).toEqual(texts(largest))
  })
})

describe('garbled input is ignored and what is behind it is processed', () => {
  test('bytes before 8= are skipped', () => {
    expect(read('GET / HTTP/1.1\r\n\r\n', heartbeat)).toEqual(['garbled not-a-message', pipes(heartbeat)])
    expect(read(all(heartbeat, Buffer.from('\r\n'), order))).toEqual([pipes(heartbeat), 'garbled not-a-message', pipes(order)])
  })

  test('each run of bytes that are no message is told of once', () => {
    expect(read(all(Buffer.from('a8b8c'), heartbeat, Buffer.from('d8e'), order))).toEqual([
      'garbled not-a-message',
      pipes(heartbeat),
      'garbled not-a-message',
      pipes(order),
    ])
  })

  test('a message without 8= is skipped, also where its fields look like a start', () => {
    expect(read(all(Buffer.from(soh('9=20|35=A|34=1|108=30|10=000|')), heartbeat))).toEqual(['garbled not-a-message', pipes(heartbeat)])
  })

  test.each(['8=', '8=8=', '8=8=8=', '8=FIX.4', '8=FIX.4.4', 'x8=FIX.4.4'])(
    'a start that another one follows before its end (%s) takes no message with it',
    (start) => {
      expect(read(all(Buffer.from(start), heartbeat, order))).toEqual(['garbled not-a-message', ...texts(heartbeat, order)])
      const bytes = all(Buffer.from(start), heartbeat)
      expect(read(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(['garbled not-a-message', pipes(heartbeat)])
    },
  )

  test('a wrong CheckSum drops that message alone', () => {
    const bad = Buffer.from(order)
    bad[bad.length - 2] = bad[bad.length - 2] === 48 ? 49 : 48
    expect(read(all(heartbeat, bad, logout))).toEqual([pipes(heartbeat), 'garbled checksum', pipes(logout)])
  })

  test.each(['10=12|', '10=1234|', '10=abc|', '10=:00|', '10=0:0|', '10=00:|', '10=1/0|', '10=10/|', '10=|'])(
    'a CheckSum that is no three digits (%s) drops that message alone',
    (checkSum) => {
      const bad = all(order.subarray(0, order.length - 7), Buffer.from(soh(checkSum)))
      expect(read(all(heartbeat, bad, logout))).toEqual([pipes(heartbeat), 'garbled body-length', pipes(logout)])
    },
  )

  test('a BodyLength that is too short drops that message alone', () => {
    const bad = Buffer.from(
      pipes(order)
        .replace(/9=(\d+)/, (_, length) => `9=${Number(length) - 10}`)
        .replaceAll('|', '\x01'),
    )
    expect(read(all(heartbeat, bad, logout))).toEqual([pipes(heartbeat), 'garbled body-length', pipes(logout)])
  })

  test('a BodyLength that is too long swallows up to the next CheckSum, and what follows is processed', () => {
    const bad = Buffer.from(
      pipes(order)
        .replace(/9=(\d+)/, (_, length) => `9=${Number(length) + 10}`)
        .replaceAll('|', '\x01'),
    )
    expect(read(all(heartbeat, bad, heartbeat, logout))).toEqual([pipes(heartbeat), 'garbled body-length', pipes(logout)])
  })

  test('a BodyLength that is too long swallows over any number of reads in bounded memory', () => {
    const bad = Buffer.from(soh('8=FIX.4.4|9=20|35=0|34=2|49=DESK1|58=this goes on'))
    const filler = Array.from({ length: 1000 }, () => Buffer.alloc(10_000, 'x'))
    expect(read(bad, ...filler, '|1', '0=', '00', '1|', logout)).toEqual(['garbled body-length', pipes(logout)])
  })

  test.each(['9=abc', '9=', '9=-5', '9=+5', '9=1 2', '9=0x10', '9=5.0'])(
    'a BodyLength that is no number (%s) drops that message alone',
    (length) => {
      const bad = Buffer.from(soh(`8=FIX.4.4|${length}|35=A|34=1|49=DESK1|108=30|10=123|`))
      expect(read(all(heartbeat, bad, logout))).toEqual([pipes(heartbeat), 'garbled body-length', pipes(logout)])
    },
  )

  test('a BodyLength of zero drops that message alone', () => {
    expect(read(all(sealed(Buffer.from(soh('8=FIX.4.4|9=0|'))), heartbeat))).toEqual(['garbled unparsable', pipes(heartbeat)])
  })

  test.each([
    ['8=|9=10|', 'not-a-message'],
    ['8:FIX.4.4|9=10|', 'not-a-message'],
    ['8=FIX.4.4|7=10|', 'not-a-message'],
    ['8=FIX.4.4|9:10|', 'not-a-message'],
    ['8=SEVENTEEN-LETTERS|9=10|', 'not-a-message'],
    ['8=FIX.4.4|9=0000000000010|', 'body-length'],
    ['8=FIX.4.4|9=0000000000125|', 'body-length'],
  ])('a start that is none (%s) drops that message alone, however right all else of it is', (start, reason) => {
    const bad = sealed(Buffer.from(soh(`${start}35=0|34=2|`)))
    expect(read(all(heartbeat, bad, logout))).toEqual([pipes(heartbeat), `garbled ${reason}`, pipes(logout)])
  })

  test('a start without a BodyLength takes no message with it', () => {
    expect(read(all(Buffer.from(soh('8=FIX.4.4|9=|')), heartbeat))).toEqual(['garbled body-length', pipes(heartbeat)])
  })

  test('a BeginString of 16 characters, and a BodyLength of 12 digits, are the longest that make a message', () => {
    const whole = sealed(Buffer.from(soh('8=SIXTEEN-LETTERS.|9=000000000010|35=0|34=2|')))
    expect(read(all(whole, heartbeat))).toEqual(texts(whole, heartbeat))
  })

  test('a CheckSum inside of the last value is none: up to the next one all is dropped', () => {
    const bad = sealed(Buffer.from(soh('8=FIX.4.4|9=9|35=0|58=x')))
    expect(read(all(bad, heartbeat, logout))).toEqual(['garbled body-length', pipes(logout)])
  })

  test('an empty field before the CheckSum that ends a dropped message takes no message with it', () => {
    expect(read(all(Buffer.from(soh('8=FIX.4.4|9=5|35=0|58=||10=000|')), heartbeat))).toEqual(['garbled body-length', pipes(heartbeat)])
  })

  test('MsgType that is not the third field is garbled', () => {
    expect(read(all(fix('34=2|35=0|49=DESK1'), heartbeat))).toEqual(['garbled unparsable', pipes(heartbeat)])
    expect(read(all(Buffer.from(soh('8=FIX.4.4|35=0|9=5|10=000|')), heartbeat))).toEqual(['garbled not-a-message', pipes(heartbeat)])
  })

  test.each(['35=0|nonsense|34=2', '35=0||34=2', '35=0|=5|34=2', '35=0|abc=5|34=2', '35=0|1x=5', '35=0|055=5', '35=0|1234567890=5'])(
    'a field that is not tag=value (%s) makes the message garbled',
    (body) => {
      expect(read(all(fix(body), heartbeat))).toEqual(['garbled unparsable', pipes(heartbeat)])
    },
  )

  test('an invalid frame at the very end neither loops nor holds up what comes later', () => {
    expect(read('8=FIX.4.4|9=5|35=0|10=', 'zz|', heartbeat)).toEqual(['garbled body-length', pipes(heartbeat)])
  })
})

describe('limits', () => {
  test('a BodyLength above 64 KiB ends the connection; nothing behind it is read', () => {
    expect(read(all(heartbeat, Buffer.from(soh('8=FIX.4.4|9=65537|')), heartbeat), heartbeat)).toEqual([pipes(heartbeat), 'too long 65537'])
    expect(read('8=FIX.4.4|9=30000000|35=')).toEqual(['too long 30000000'])
    expect(read('8=FIX.4.4|9=99999999999999999999999999|')).toEqual(['too long 999999999999'])
  })

  test('no memory is reserved for a BodyLength that is announced only', () => {
    const view = new MessageView()
    const announcement = Buffer.from(soh('8=FIX.4.4|9=65536|35=D|'))
    const before = process.memoryUsage().arrayBuffers
    const readers = Array.from({ length: 1000 }, () => {
      const reader = new FrameReader({ onMessage: () => undefined, onGarbled: () => undefined, onTooLong: () => undefined }, view)
      reader.push(announcement)
      return reader
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(readers.length * 1024)
  })

  test('a reader that is stopped inside a message hands out no more', () => {
    const seen: string[] = []
    const reader: FrameReader = new FrameReader(
      {
        onMessage: (view) => {
          seen.push(view.msgType)
          reader.stop()
        },
        onGarbled: (reason) => seen.push(reason),
        onTooLong: () => seen.push('too long'),
      },
      new MessageView(),
    )
    reader.push(heartbeat.subarray(0, 20))
    reader.push(all(heartbeat.subarray(20), order))
    reader.push(logout)
    expect(seen).toEqual(['0'])
  })
})

describe('for any input', () => {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(heartbeat, order, logout) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.constantFrom('8=', 'FIX.4.4', '|', '9=', '5', '20', '35=0', '34=2', '10=', '161', '000', '1', '=', 'x'), {
          maxLength: 12,
        })
        .map((parts) => Buffer.from(soh(parts.join('')))),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(heartbeat, order, logout), fc.nat(), fc.nat({ max: 255 })).map(([message, at, byte]) => {
        const damaged = Buffer.from(message)
        damaged[at % damaged.length] = byte
        return damaged
      }),
    },
  )
  const stream = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.concat(pieces))

  test('how the stream is cut into reads makes no difference', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 60 }), { maxLength: 60 }), (bytes, sizes) => {
        const chunks: Buffer[] = []
        let at = 0
        for (const size of sizes) chunks.push(bytes.subarray(at, (at += size)))
        chunks.push(bytes.subarray(at))
        expect(read(...chunks)).toEqual(read(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  test('messages between garbage without 8= all come out', () => {
    const garbage = fc.string({ unit: fc.constantFrom('9', '=', '|', 'x', '1', '0', '3', '5'), maxLength: 30 })
    fc.assert(
      fc.property(fc.array(fc.tuple(garbage, fc.constantFrom(heartbeat, order, logout)), { maxLength: 8 }), (parts) => {
        const bytes = Buffer.concat(parts.flatMap(([noise, message]) => [Buffer.from(soh(noise)), message]))
        expect(read(bytes).filter((seen) => !seen.startsWith('garbled'))).toEqual(parts.map(([, message]) => pipes(message)))
      }),
      { numRuns: 500 },
    )
  })
})
