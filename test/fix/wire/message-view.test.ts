import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MessageView, msgTypeCode } from '../../../src/fix/wire/message-view.ts'
import { fieldsOf, fix, pipes, soh, viewOf } from './fix-text.ts'

const order = fix(
  '35=D|34=17|49=DESK1|52=20260302-14:30:00.123|56=GATEWAY|11=A-1|38=100.5|40=2|44=12.3456|54=1|55=AAPL|60=20260302-14:30:00.123|43=N|97=Y|20001=own',
)

describe('values by tag', () => {
  const view = viewOf(order)

  test('MsgType, MsgSeqNum and the fields of an order', () => {
    expect(view.msgType).toBe('D')
    expect(view.msgTypeCode).toBe(msgTypeCode('D'))
    expect(view.sequenceNumber).toBe(17)
    expect(view.string(11)).toBe('A-1')
    expect(view.charCode(54)).toBe(49)
    expect(view.decimal(38, 9)).toBe(100_500_000_000)
    expect(view.decimal(44, 4)).toBe(123_456)
    expect(view.utcTimestamp(60)).toBe(Date.parse('2026-03-02T14:30:00.123Z'))
    expect(view.string(55)).toBe('AAPL')
    expect([view.isYes(43), view.isYes(97), view.isYes(1)]).toEqual([false, true, false])
    expect([view.equals(49, 'DESK1'), view.equals(49, 'DESK'), view.equals(49, 'DESK2'), view.equals(50, '')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(view.string(20001)).toBe('own')
    expect(viewOf(fix('35=AF|34=1')).msgTypeCode).toBe(msgTypeCode('AF'))
  })

  test('an absent field is told from every value', () => {
    expect(view.has(41)).toBe(false)
    expect(view.indexOf(41)).toBe(-1)
    expect(view.string(41)).toBeUndefined()
    expect(view.charCode(41)).toBe(0)
    expect(view.integer(41)).toBeNaN()
    expect(view.decimal(41, 4)).toBeNaN()
    expect(view.decimalFault(41, 4)).toBe('absent')
    expect(view.utcTimestamp(41)).toBeNaN()
    for (const tag of [-1, 0, 1023, 1024, 5000]) expect(view.has(tag)).toBe(false)
  })

  test('money is never read by half: the fault says what is wrong with it', () => {
    const odd = viewOf(fix('35=D|34=1|38=abc|44=1.00005|99=99999999999999|31=1.5'))
    expect([38, 44, 99, 31].map((tag) => odd.decimal(tag, 4))).toEqual([NaN, NaN, NaN, 15_000])
    expect([38, 44, 99, 31].map((tag) => odd.decimalFault(tag, 4))).toEqual(['malformed', 'too-precise', 'too-large', undefined])
  })

  test('a char of two bytes is none', () => {
    expect(viewOf(fix('35=D|34=1|54=12')).charCode(54)).toBe(0)
  })

  test.each(['35=0|49=A', '35=0|34=|49=A', '35=0|34=abc', '35=0|34=0', '35=0|34=-3', '35=0|34=1.0', '35=0|34=99999999999999999999'])(
    'MsgSeqNum is 0, which none may be, when there is no valid one: %s',
    (body) => {
      expect(viewOf(fix(body)).sequenceNumber).toBe(0)
    },
  )
})

describe('text', () => {
  test('bytes above 0x7F come through unbroken, as UTF-8 and as latin1', () => {
    const utf8 = Buffer.from('Zürich – 東京', 'utf8').toString('latin1')
    const view = viewOf(fix(`35=D|34=1|58=${utf8}|11=A1`))
    expect(view.string(58)).toBe(utf8)
    expect(view.textAt(view.indexOf(58))).toBe('Zürich – 東京')
    expect(view.string(11)).toBe('A1')
    const latin1 = viewOf(fix('35=D|34=1|58=Z\xfcrich'))
    expect(latin1.textAt(latin1.indexOf(58))).toBe('Zürich')
  })

  test('raw data holds SOH where its length says so', () => {
    const view = viewOf(fix('35=D|34=1|354=7|355=a|10=0b|11=A1'))
    expect(fieldsOf(view)).toMatch(/\|354=7\|355=a\x0110=0b\|11=A1\|10=\d+\|$/)
    expect(view.badLengthTag).toBe(0)
  })

  test.each(['95=3|96=ab|108=30', '95=200|96=ab|108=30', '95=1|96=ab|108=30', '95=0|96=ab|108=30'])(
    'a length that does not fit its data is marked: %s',
    (body) => {
      const view = viewOf(fix(`35=A|34=1|${body}`))
      expect(view.badLengthTag).toBe(95)
      expect(view.string(96)).toBe('ab')
      expect(view.integer(108)).toBe(30)
    },
  )

  test('a length whose data does not follow at once says nothing', () => {
    const view = viewOf(fix('35=A|34=1|95=3|108=30|96=ab|98=0'))
    expect(fieldsOf(view)).toContain('|95=3|108=30|96=ab|98=0|')
    expect(view.badLengthTag).toBe(0)
  })

  test('a length that ends at the end of a field of the message behind does not fit', () => {
    const next = fix('35=0|34=2')
    // from `ab` to the SOH behind `8=FIX.4.4` of the next
    const first = fix(`35=A|34=1|95=${'ab|10=000|8=FIX.4.4'.length}|96=ab`)
    const view = new MessageView()
    expect(view.load(Buffer.concat([first, next]), 0, first.length)).toBe(true)
    expect([view.badLengthTag, view.string(96)]).toEqual([95, 'ab'])
  })

  test('tags have up to nine digits, and 0 is one', () => {
    expect(fieldsOf(viewOf(fix('35=0|0=5|999999999=x|34=1')))).toContain('|35=0|0=5|999999999=x|34=1|')
  })

  test.each([
    ['D', 68],
    ['AE', 65 | (69 << 8)],
    ['AEX', 0],
    ['', 0],
  ])('a MsgType %s as a number is %i', (msgType, code) => {
    expect(viewOf(fix(`35=${msgType}|34=1`)).msgTypeCode).toBe(code)
  })
})

describe('a reused view', () => {
  test('no field of the previous message leaks', () => {
    const view = viewOf(order)
    const short = fix('35=0|34=18')
    expect(view.load(short, 0, short.length)).toBe(true)
    expect(fieldsOf(view)).toBe(pipes(short))
    for (const tag of [11, 38, 44, 49, 55, 20001]) expect(view.has(tag)).toBe(false)
  })

  test('nothing is left of a message that could not be parsed half way', () => {
    const view = viewOf(order)
    const garbage = fix('35=D|34=19|11=A2|55=MSFT|nonsense')
    expect(view.load(garbage, 0, garbage.length)).toBe(false)
    expect(view.fieldCount).toBe(0)
    for (const tag of [8, 34, 11, 55, 38]) expect(view.has(tag)).toBe(false)
    const next = fix('35=0|34=20')
    expect(view.load(next, 0, next.length)).toBe(true)
    expect([view.has(11), view.has(55), view.sequenceNumber]).toEqual([false, false, 20])
  })

  test('a length that did not fit is no fault of the next message', () => {
    const view = viewOf(fix('35=B|34=1|95=9|96=abc'))
    expect(view.badLengthTag).toBe(95)
    const next = fix('35=0|34=2')
    expect(view.load(next, 0, next.length)).toBe(true)
    expect(view.badLengthTag).toBe(0)
  })

  test('any sequence of messages reads as each one alone does', () => {
    const message = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 1500 }), fc.string({ unit: fc.constantFrom(...'aB1.|'), maxLength: 8 })), {
        minLength: 1,
        maxLength: 90,
      })
      .map((fields) => fix(`35=D|34=1|${fields.map(([tag, value]) => `${tag}=${value.replaceAll('|', '')}`).join('|')}`))
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 6 }), (messages) => {
        const reused = new MessageView()
        for (const bytes of messages) {
          const alone = new MessageView()
          expect(reused.load(bytes, 0, bytes.length)).toBe(alone.load(bytes, 0, bytes.length))
          expect(fieldsOf(reused)).toBe(fieldsOf(alone))
          const indexes = (view: MessageView): number[] => Array.from({ length: 1510 }, (_, tag) => view.indexOf(tag))
          expect(indexes(reused)).toEqual(indexes(alone))
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a copy outlives the buffer and is loaded again', () => {
    const bytes = Buffer.from(order)
    const copy = viewOf(bytes).copy()
    bytes.fill(0)
    expect(viewOf(copy).string(11)).toBe('A-1')
  })

  test('whatever the bytes, load answers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const buffer = Buffer.concat([Buffer.from(soh('8=FIX.4.4|9=5|35=D|')), bytes])
        expect(typeof new MessageView().load(buffer, 0, buffer.length)).toBe('boolean')
        expect(typeof new MessageView().load(buffer, 20, buffer.length)).toBe('boolean')
      }),
      { numRuns: 2000 },
    )
  })
})
