import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MessageWriter } from '../../../src/fix/wire/message-writer.ts'
import { OutboundHeader } from '../../../src/fix/wire/outbound-header.ts'
import { pieceOf } from '../../../src/fix/wire/put-field.ts'
import { fix, pipes, viewOf } from './fix-text.ts'
import { fieldOrderViolations, validateWithPublicDictionary } from './peer-validator.ts'

const header = new OutboundHeader({ senderCompId: 'GATEWAY', targetCompId: 'DESK1' })
const sendingTimeMs = Date.parse('2026-03-02T14:30:00.123Z')

/** One message of `msgType` whose body `write` writes, `|` for SOH. */
function written(msgType: string, write: (writer: MessageWriter) => void): string {
  const writer = new MessageWriter()
  writer.begin(msgType, header, { msgSeqNum: 7, sendingTimeMs })
  write(writer)
  writer.end()
  return pipes(writer.written())
}

/** The value of Text(58) that `write` wrote. */
const value = (write: (writer: MessageWriter) => void): string => written('0', write).split('|58=')[1]!.split('|10=')[0]!

describe('whole messages', () => {
  test('a heartbeat', () => {
    expect(written('0', () => undefined)).toBe('8=FIX.4.4|9=55|35=0|34=7|49=GATEWAY|52=20260302-14:30:00.123|56=DESK1|10=051|')
  })

  test('an execution report', () => {
    const report = written('8', (writer) => {
      writer.ascii(1, 'ACC')
      writer.decimal(6, 100_250_000, 6)
      writer.ascii(11, 'A1')
      writer.decimal(14, 100_500_000_000, 9)
      writer.integer(17, 9001)
      writer.decimal(31, 1_002_500, 4)
      writer.decimal(32, 100_500_000_000, 9)
      writer.integer(37, 501)
      writer.decimal(38, 100_500_000_000, 9)
      writer.char(39, '2')
      writer.char(40, '2')
      writer.decimal(44, 1_002_500, 4)
      writer.char(54, '1')
      writer.ascii(55, 'AAPL')
      writer.char(59, '0')
      writer.timestamp(60, sendingTimeMs + 1)
      writer.char(150, 'F')
      writer.decimal(151, 0, 9)
      writer.ascii(167, 'CS')
      writer.boolean(797, true)
    })
    expect(report).toBe(
      '8=FIX.4.4|9=216|35=8|34=7|49=GATEWAY|52=20260302-14:30:00.123|56=DESK1|1=ACC|6=100.25|11=A1|14=100.5|17=9001|31=100.25|32=100.5|37=501|' +
        '38=100.5|39=2|40=2|44=100.25|54=1|55=AAPL|59=0|60=20260302-14:30:00.124|150=F|151=0|167=CS|797=Y|10=019|',
    )
    const bytes = Buffer.from(report.replaceAll('|', '\x01'))
    expect([...validateWithPublicDictionary(bytes), ...fieldOrderViolations(bytes)]).toEqual([])
  })

  test('a resend to a routed session has its header in ascending order', () => {
    const routed = new OutboundHeader({
      senderCompId: 'GATEWAY',
      targetCompId: 'DESK1',
      onBehalfOfCompId: 'O',
      onBehalfOfSubId: 'OS',
      onBehalfOfLocationId: 'OL',
      deliverToCompId: 'D',
      deliverToSubId: 'DS',
      deliverToLocationId: 'DL',
    })
    const writer = new MessageWriter()
    writer.begin('0', routed, { msgSeqNum: 7, sendingTimeMs, origSendingTimeMs: sendingTimeMs - 60_000, possResend: true })
    writer.end()
    expect(pipes(writer.written())).toBe(
      '8=FIX.4.4|9=131|35=0|34=7|43=Y|49=GATEWAY|52=20260302-14:30:00.123|56=DESK1|97=Y|115=O|116=OS|122=20260302-14:29:00.123|128=D|129=DS|' +
        '144=OL|145=DL|10=094|',
    )
    expect([...validateWithPublicDictionary(writer.written()), ...fieldOrderViolations(writer.written())]).toEqual([])
  })

  test('messages follow each other without a gap, whatever the digits of their lengths', () => {
    const writer = new MessageWriter(64)
    const lengths = [0, 1, 30, 42, 43, 44, 900, 940, 941, 942, 943, 9900, 9939, 9940, 9941, 9942, 60_000]
    const sizes = lengths.map((length) => {
      writer.begin('5', header, { msgSeqNum: 7, sendingTimeMs })
      writer.ascii(58, 'x'.repeat(length))
      return writer.end()
    })
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(writer.written().length)
    expect(validateWithPublicDictionary(writer.written())).toEqual([])
  })

  test('the memory grows wherever a message meets its end', () => {
    const long = 'L'.repeat(64)
    const routed = new OutboundHeader({ senderCompId: long, targetCompId: 'DESK1', onBehalfOfCompId: long, deliverToCompId: long })
    const piece = pieceOf(Buffer.from(`5001=${'p'.repeat(40)}\x01`))
    const messages = (initialBytes: number): string => {
      const writer = new MessageWriter(initialBytes)
      for (const msgSeqNum of [Number.MAX_SAFE_INTEGER, 8]) {
        writer.begin('AE', routed, { msgSeqNum, sendingTimeMs, origSendingTimeMs: sendingTimeMs - 1, possResend: true })
        writer.ascii(1, 'ACC')
        writer.ascii(58, 'Zürich'.repeat(7))
        writer.ascii(58, '東'.repeat(90))
        writer.echo(112, '\xfc'.repeat(30))
        writer.field(piece)
        writer.char(54, '1')
        writer.integer(5002, -Number.MAX_SAFE_INTEGER)
        writer.decimal(5003, -1, 15)
        writer.timestamp(60, sendingTimeMs)
        const at = writer.room(5004, 30)
        for (let index = 0; index < 30; index++) writer.view.setUint8(at + index, 0x72)
        writer.end()
      }
      return pipes(writer.written())
    }
    const whole = messages(16_384)
    const differing = Array.from({ length: whole.length }, (_, index) => 256 + index).filter((bytes) => messages(bytes) !== whole)
    expect(differing).toEqual([])
  })

  test('what is sent again was sent first no later than now, also where the clock has been set back since', () => {
    const writer = new MessageWriter()
    writer.begin('0', header, { msgSeqNum: 7, sendingTimeMs, origSendingTimeMs: sendingTimeMs + 60_000 })
    writer.end()
    expect(pipes(writer.written())).toContain('|34=7|43=Y|49=GATEWAY|52=20260302-14:30:00.123|56=DESK1|122=20260302-14:30:00.123|10=')
  })

  test('a message that is begun and not ended is dropped', () => {
    const writer = new MessageWriter()
    writer.begin('0', header, { msgSeqNum: 7, sendingTimeMs })
    writer.end()
    const text = pipes(writer.written())
    writer.begin('5', header, { msgSeqNum: 8, sendingTimeMs })
    writer.ascii(58, 'half a message')
    expect(pipes(writer.written())).toBe(text)
    writer.begin('0', header, { msgSeqNum: 7, sendingTimeMs })
    writer.end()
    expect(pipes(writer.take())).toBe(text + text)
  })

  test('take gives a copy and starts anew, reset starts anew in place', () => {
    const writer = new MessageWriter()
    const message = (): void => {
      writer.begin('0', header, { msgSeqNum: 7, sendingTimeMs })
      writer.end()
    }
    message()
    const taken = writer.take()
    const text = pipes(taken)
    message()
    message()
    expect(pipes(writer.written())).toBe(text + text)
    writer.reset()
    expect(writer.written().length).toBe(0)
    expect(pipes(taken)).toBe(text)
  })
})

describe('text', () => {
  test('what is handed over is not written to again before it is released, and few bytes are a copy', () => {
    const writer = new MessageWriter(256)
    const text = 'x'.repeat(100)
    const message = (value: string): void => {
      writer.begin('0', header, { msgSeqNum: 7, sendingTimeMs })
      writer.ascii(58, value)
      writer.end()
    }
    const handOver = (value: string) => {
      message(value)
      return writer.handOver()
    }
    const one = handOver(text)
    const two = handOver(text)
    const expected = pipes(one.bytes)
    expect(expected).toContain(`|58=${text}|`)
    expect(pipes(two.bytes)).toBe(expected)
    expect(one.bytes.buffer).not.toBe(two.bytes.buffer)
    one.release()
    const three = handOver('y'.repeat(100))
    // the writer had gone on in memory of its own; what has come back is its next
    const four = handOver('z'.repeat(100))
    expect([three, four].map(({ bytes }) => bytes.buffer === one.bytes.buffer)).toEqual([false, true])
    expect(pipes(two.bytes)).toBe(expected)
    // one batch that is much larger than others: the memory of those behind it is as small as ever
    handOver('b'.repeat(3 * 1024 * 1024)).release()
    expect(writer.view.byteLength).toBe(1024 * 1024)
    handOver('c'.repeat(300 * 1024))
    expect(writer.view.byteLength).toBe(1024 * 1024)
    const large = new MessageWriter(4096)
    large.begin('0', header, { msgSeqNum: 7, sendingTimeMs })
    large.end()
    const memory = large.view.buffer
    const few = large.handOver()
    few.release()
    expect(few.bytes.buffer).not.toBe(memory)
    expect(large.view.buffer).toBe(memory)
  })

  test('of what many slow readers have given back, only some is kept', () => {
    const writer = new MessageWriter(256)
    const handOver = () => {
      writer.begin('0', header, { msgSeqNum: 7, sendingTimeMs })
      writer.ascii(58, 'x'.repeat(100))
      writer.end()
      return writer.handOver()
    }
    const before = Array.from({ length: 20 }, handOver)
    const memories = new Set(before.map(({ bytes }) => bytes.buffer))
    for (const { release } of before) release()
    const behind = Array.from({ length: 20 }, handOver)
    expect([memories.size, behind.filter(({ bytes }) => memories.has(bytes.buffer)).length]).toEqual([20, 8])
  })

  test('non-ASCII is UTF-8, and BodyLength counts bytes', () => {
    for (const text of ['Zürich', '東京 – ok', '🦊', `long ${'é'.repeat(300)}`, 'x'.repeat(65)]) {
      const writer = new MessageWriter(300)
      writer.begin('5', header, { msgSeqNum: 7, sendingTimeMs })
      writer.ascii(58, text)
      writer.end()
      expect(validateWithPublicDictionary(writer.written())).toEqual([])
      const view = viewOf(writer.take())
      expect(view.textAt(view.indexOf(58))).toBe(text)
    }
  })

  test('a value cannot forge a field', () => {
    expect(value((writer) => writer.ascii(58, 'a\x0110=000\x01'))).toBe('a 10=000 ')
    expect(value((writer) => writer.ascii(58, `é\x0110=000`))).toBe('\xc3\xa9 10=000')
    expect(value((writer) => writer.ascii(58, `${'x'.repeat(70)}\x01`))).toBe(`${'x'.repeat(70)} `)
    expect(value((writer) => writer.echo(58, 'a\x01b'))).toBe('a b')
    const { view } = new OutboundHeader({ senderCompId: 'A\x01B', targetCompId: 'C' }).stamped(0)
    expect(pipes(Buffer.from(view.buffer, view.byteOffset, view.byteLength))).toBe('49=A B|52=19700101-00:00:00.000|56=C|')
  })

  test('an empty value writes no field', () => {
    const plain = written('0', () => undefined)
    expect(
      written('0', (writer) => {
        writer.ascii(58, '')
        writer.echo(58, '')
      }),
    ).toBe(plain)
  })

  test('bytes of an inbound message are sent back as they came', () => {
    const text = viewOf(fix('35=1|34=1|112=A\xfc\xff\x80 caf\xc3\xa9')).string(112)!
    expect(value((writer) => writer.echo(58, text))).toBe('A\xfc\xff\x80 caf\xc3\xa9')
  })
})

describe('numbers', () => {
  test.each([
    [0, 4, '0'],
    [1, 4, '0.0001'],
    [10, 4, '0.001'],
    [1_002_500, 4, '100.25'],
    [1_000_000, 4, '100'],
    [-15_000, 4, '-1.5'],
    [7, 0, '7'],
    [Number.MAX_SAFE_INTEGER, 9, '9007199.254740991'],
    [Number.MAX_SAFE_INTEGER, 0, '9007199254740991'],
    [Number.MAX_SAFE_INTEGER, 15, '9.007199254740991'],
    [1, 9, '0.000000001'],
    [1, 12, '0.000000000001'],
    [100_000_000, 9, '0.1'],
  ])('%i at %i digits is %s', (scaled, scaleDigits, text) => {
    expect(value((writer) => writer.decimal(58, scaled, scaleDigits))).toBe(text)
  })

  test('every decimal comes back from its text as it was', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 9 }), (scaled, scaleDigits) => {
        const text = value((writer) => writer.decimal(58, scaled, scaleDigits))
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(viewOf(Buffer.from(`8=F\x019=1\x0135=0\x0158=${text}\x01`)).decimal(58, scaleDigits)).toBe(scaled)
      }),
      { numRuns: 2000 },
    )
  })

  test('every integer is written as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -1000, max: 1000 })), (integer) => {
        expect(value((writer) => writer.integer(58, integer))).toBe(String(integer))
      }),
      { numRuns: 2000 },
    )
  })

  test('tags of one to five digits', () => {
    const tags = [1, 9, 11, 99, 100, 101, 999, 1000, 5001, 9999, 10_000, 20_001]
    const text = written('0', (writer) => {
      for (const tag of tags) writer.char(tag, 'x')
    })
    expect(text).toContain(`|${tags.map((tag) => `${tag}=x`).join('|')}|10=`)
  })
})
