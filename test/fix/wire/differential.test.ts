import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FrameReader } from '../../../src/fix/wire/frame-reader.ts'
import { compileDictionaryRules, loadDefinitions } from '../../../src/fix/wire/dictionary-rules.ts'
import { MessageView } from '../../../src/fix/wire/message-view.ts'
import { MessageWriter } from '../../../src/fix/wire/message-writer.ts'
import { OutboundHeader } from '../../../src/fix/wire/outbound-header.ts'
import { validateMessage } from '../../../src/fix/wire/validate.ts'
import { DICTIONARY } from './fix-text.ts'
import { openJspurefix } from './jspurefix-codec.ts'
import type { Field } from './jspurefix-codec.ts'
import { fieldOrderViolations, validateWithPublicDictionary } from './peer-validator.ts'

const rules = compileDictionaryRules(await loadDefinitions(DICTIONARY))
const jspurefix = await openJspurefix(DICTIONARY)
const HEADER_AND_TRAILER: ReadonlySet<number> = new Set([8, 9, 35, 34, 43, 49, 52, 56, 122, 10])
const header = new OutboundHeader({ senderCompId: 'GATEWAY', targetCompId: 'DESK1' })

/** The fields of the messages in `bytes`, as our reader has them. */
function read(bytes: Buffer): Field[][] {
  const messages: Field[][] = []
  const reader = new FrameReader(
    {
      onMessage: (view) => messages.push(Array.from({ length: view.fieldCount }, (_, index) => [view.tagAt(index), view.stringAt(index)])),
      onGarbled: (reason) => expect.fail(reason),
      onTooLong: (bodyLength) => expect.fail(String(bodyLength)),
    },
    new MessageView(),
  )
  reader.push(bytes)
  return messages
}

/** What our rules hold against the one message in `bytes`. */
function faultOf(bytes: Buffer): unknown {
  const view = new MessageView()
  view.load(bytes, 0, bytes.length)
  return validateMessage(view, rules)
}

const instant = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-12-31T23:59:59.999Z'), noInvalidDate: true })
const id = fc.string({ unit: fc.constantFrom(...'ABCxyz0123456789-_.:/'), minLength: 1, maxLength: 64 })
const text = fc.string({ unit: fc.constantFrom(...'Order refused: 1=2, "x" {}$%'), minLength: 1, maxLength: 100 })
const symbol = fc.constantFrom('AAPL', 'MSFT', 'BRK.B', 'SPY')
const price = fc.integer({ min: 1, max: 2 ** 40 })
const quantity = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((shares) => shares * 1e9),
  fc.nat({ max: Number.MAX_SAFE_INTEGER }),
)

interface Report {
  readonly tag: number
  readonly write: (writer: MessageWriter, tag: number) => void
}
const field = <T>(
  tag: number,
  arbitrary: fc.Arbitrary<T>,
  write: (writer: MessageWriter, tag: number, value: T) => void,
): fc.Arbitrary<Report> => arbitrary.map((value) => ({ tag, write: (writer, at) => write(writer, at, value) }))
const ascii = (tag: number, arbitrary: fc.Arbitrary<string>): fc.Arbitrary<Report> =>
  field(tag, arbitrary, (writer, at, value) => writer.ascii(at, value))
const char = (tag: number, values: string): fc.Arbitrary<Report> =>
  field(tag, fc.constantFrom(...values), (writer, at, value) => writer.char(at, value))
const integer = (tag: number, arbitrary: fc.Arbitrary<number>): fc.Arbitrary<Report> =>
  field(tag, arbitrary, (writer, at, value) => writer.integer(at, value))
const decimal = (tag: number, arbitrary: fc.Arbitrary<number>, digits: number): fc.Arbitrary<Report> =>
  field(tag, arbitrary, (writer, at, value) => writer.decimal(at, value, digits))
const timestamp = (tag: number): fc.Arbitrary<Report> => field(tag, instant, (writer, at, value) => writer.timestamp(at, value.getTime()))
const flag = (tag: number): fc.Arbitrary<Report> => field(tag, fc.boolean(), (writer, at, value) => writer.boolean(at, value))
const optional = (arbitrary: fc.Arbitrary<Report>): fc.Arbitrary<Report | null> => fc.option(arbitrary)

/** Any execution report that the rules of engagement, section 4, allow. */
const executionReport = fc
  .tuple(
    ...[
      ascii(1, id),
      decimal(6, quantity, 6),
      ascii(11, id),
      decimal(14, quantity, 9),
      integer(17, fc.nat()),
      ascii(37, id),
      decimal(38, quantity, 9),
    ],
    ...[char(39, '012346789ABCE'), char(40, '1234'), char(54, '12'), ascii(55, symbol), char(59, '012347'), timestamp(60)],
    ...[char(150, '03456789ABCDEFGHI'), decimal(151, quantity, 9), ascii(167, fc.constant('CS'))],
    ...[
      ascii(15, fc.constant('USD')),
      ascii(19, id),
      decimal(31, price, 4),
      decimal(32, quantity, 9),
      ascii(41, id),
      decimal(44, price, 4),
    ].map(optional),
    ...[
      ascii(58, text),
      decimal(99, price, 4),
      integer(103, fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 8, 11, 13, 15, 99)),
      decimal(152, price, 2),
    ].map(optional),
    ...[
      integer(378, fc.constantFrom(0, 1, 4, 5, 6, 8, 99)),
      decimal(424, quantity, 9),
      decimal(425, quantity, 9),
      decimal(426, price, 6),
    ].map(optional),
    ...[ascii(584, id), flag(636), ascii(790, id), flag(797), integer(911, fc.nat()), flag(912)].map(optional),
  )
  .map((fields) => fields.filter((one) => one !== null).sort((a, b) => a.tag - b.tag))

/** A new order as jspurefix's encoder takes it, with what desks send along. */
const newOrder = fc.record(
  {
    ClOrdID: id,
    Account: id,
    HandlInst: fc.constantFrom('1', '2', '3'),
    Instrument: fc.record(
      { Symbol: symbol, SecurityID: id, SecurityIDSource: fc.constantFrom('1', '4', '8') },
      { requiredKeys: ['Symbol'] },
    ),
    Side: fc.constantFrom('1', '2', '5'),
    TransactTime: instant,
    OrderQtyData: fc.record({ OrderQty: fc.nat({ max: 1_000_000 }) }),
    OrdType: fc.constantFrom('1', '2', '3', '4'),
    Price: fc.integer({ min: 1, max: 1e9 }).map((ticks) => ticks / 10_000),
    StopPx: fc.integer({ min: 1, max: 1e9 }).map((ticks) => ticks / 10_000),
    TimeInForce: fc.constantFrom('0', '1', '3', '4'),
    Currency: fc.constant('USD'),
    Text: text,
    SettlDate: instant,
    LocateReqd: fc.boolean(),
    Parties: fc.record({
      NoPartyIDs: fc.array(
        fc.record(
          { PartyID: id, PartyIDSource: fc.constantFrom('D', 'B'), PartyRole: fc.integer({ min: 1, max: 38 }) },
          { requiredKeys: ['PartyID'] },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    PreAllocGrp: fc.record({
      NoAllocs: fc.array(fc.record({ AllocAccount: id, AllocQty: fc.nat({ max: 1000 }) }, { requiredKeys: ['AllocAccount'] }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  { requiredKeys: ['ClOrdID', 'Instrument', 'Side', 'TransactTime', 'OrdType', 'OrderQtyData'] },
)

describe('our writer against jspurefix', () => {
  test('its parser reads every execution report that we write as our reader does, and a public dictionary accepts it', () => {
    const writer = new MessageWriter(256)
    fc.assert(
      fc.property(
        fc.array(executionReport, { minLength: 1, maxLength: 3 }),
        instant,
        fc.option(instant, { nil: undefined }),
        (reports, sent, original) => {
          reports.forEach((fields, index) => {
            const resent = original === undefined ? {} : { origSendingTimeMs: original.getTime() }
            writer.begin('8', header, { msgSeqNum: index + 1, sendingTimeMs: sent.getTime(), ...resent })
            for (const { tag, write } of fields) write(writer, tag)
            const length = writer.end()
            const message = Buffer.from(writer.written().subarray(-length))
            expect(faultOf(message)).toBeUndefined()
            expect(fieldOrderViolations(message)).toEqual([])
          })
          const bytes = writer.take()
          const ours = read(bytes)
          expect(ours.map((message) => message.map(([tag]) => tag).filter((tag) => !HEADER_AND_TRAILER.has(tag)))).toEqual(
            reports.map((fields) => fields.map(({ tag }) => tag)),
          )
          expect(jspurefix.parse(bytes)).toEqual(ours)
          expect(validateWithPublicDictionary(bytes)).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('our reader against jspurefix', () => {
  test('every order of its encoder is read as its own parser reads it, and is well formed', () => {
    fc.assert(
      fc.property(fc.array(newOrder, { minLength: 1, maxLength: 3 }), (orders) => {
        const messages = orders.map((order) => jspurefix.encode('D', order))
        const bytes = Buffer.concat(messages)
        const ours = read(bytes)
        expect(ours).toHaveLength(orders.length)
        expect(ours).toEqual(jspurefix.parse(bytes))
        for (const message of messages) expect(faultOf(message)).toBeUndefined()
        ours.forEach((fields, index) => {
          expect(fields.find(([tag]) => tag === 11)?.[1]).toBe(orders[index]!.ClOrdID)
          expect(fields.filter(([tag]) => tag === 448).map(([, party]) => party)).toEqual(
            orders[index]!.Parties?.NoPartyIDs.map(({ PartyID }) => PartyID) ?? [],
          )
        })
      }),
      { numRuns: 300 },
    )
  })

  test('session messages of its encoder are read and well formed', () => {
    const bodies: [string, Record<string, unknown>][] = [
      ['A', { EncryptMethod: 0, HeartBtInt: 30, ResetSeqNumFlag: true, Username: 'desk', Password: 'secret' }],
      ['0', {}],
      ['1', { TestReqID: 'T1' }],
      ['2', { BeginSeqNo: 1, EndSeqNo: 0 }],
      ['4', { GapFillFlag: true, NewSeqNo: 9 }],
      ['5', { Text: 'bye' }],
      [
        'F',
        {
          OrigClOrdID: 'A1',
          ClOrdID: 'A2',
          Instrument: { Symbol: 'AAPL' },
          Side: '1',
          TransactTime: new Date(),
          OrderQtyData: { OrderQty: 5 },
        },
      ],
      ['q', { ClOrdID: 'A3', MassCancelRequestType: '7', TransactTime: new Date() }],
      ['AF', { MassStatusReqID: 'S', MassStatusReqType: 7 }],
    ]
    for (const [msgType, body] of bodies) {
      const message = jspurefix.encode(msgType, body)
      expect(read(message)).toEqual(jspurefix.parse(message))
      expect(faultOf(message)).toBeUndefined()
    }
  })
})
