import type { Choices } from './choices.ts'
import { fieldsOf, validParts } from './message-shapes.ts'
import type { Field, MessageShape } from './message-shapes.ts'

/** Who speaks, and what the other side expects: what a message needs to be taken at all. */
export interface Speaker {
  readonly senderCompId: string
  readonly targetCompId: string
  /** `20261120-15:04:05.123` */
  readonly sendingTime: string
  /** MsgSeqNum(34) of the next message */
  readonly expected: number
}

/** What a client may send in one go: valid messages that were changed, and bytes that are none. Equal choices make equal bytes. */
export function fixStream(choices: Choices, shapes: readonly MessageShape[], speaker: Speaker): Buffer {
  const pieces: Buffer[] = []
  let { expected } = speaker
  for (let count = 1 + choices.below(4); count > 0; count--) {
    if (choices.oneIn(10)) {
      pieces.push(noise(choices))
      continue
    }
    const fields = changed(choices, message(choices, shapes, { ...speaker, expected }))
    pieces.push(changedBytes(choices, framed(choices, fields)))
    expected++
  }
  return Buffer.concat(pieces)
}

/** Where the stream is cut into reads. */
export function cuts(choices: Choices, length: number): readonly number[] {
  return Array.from({ length: choices.below(5) }, () => choices.below(Math.max(1, Math.min(length, 65_536)))).sort((a, b) => a - b)
}

export function cutAt(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

// --- A message, as fields from 35 to before 10 ---

function message(choices: Choices, shapes: readonly MessageShape[], speaker: Speaker): Field[] {
  const isKnown = choices.below(3) < 2
  const [msgType, body] = isKnown ? plausible(choices) : anyOf(choices, shapes)
  return [[35, msgType], ...header(choices, speaker), ...body]
}

function anyOf(choices: Choices, shapes: readonly MessageShape[]): readonly [string, readonly Field[]] {
  const { msgType, members } = choices.pick(shapes)
  return [msgType, fieldsOf(validParts(members, choices, 24))]
}

/** Messages that a session takes: ids and symbols are few, so that they meet. */
function plausible(choices: Choices): readonly [string, readonly Field[]] {
  const id = (): string => `A${choices.below(40)}`
  const text = choices
    .pick(PLAUSIBLE)
    .replaceAll('$id', id)
    .replaceAll('$side', () => choices.pick(['1', '2', '5']))
    .replaceAll('$symbol', () => choices.pick(['AAPL', 'MSFT', 'PENY', 'NONE']))
    .replaceAll('$quantity', () => choices.pick(['10', '1', '100', '0.5', '0', '-1', '9007199', '0.0000000001']))
    .replaceAll('$price', () => choices.pick(['150', '149.99', '150.01', '0.0001', '1e5', '99999999999', '150.00001']))
    .replaceAll('$number', () => choices.pick(['1', '2', '3', '0', '7', '999999', '9007199254740991', '-1']))
  const [msgType, ...body] = text.split('|')
  return [msgType!, body.map((field) => [Number(field.slice(0, field.indexOf('='))), field.slice(field.indexOf('=') + 1)] as const)]
}

const AT = '60=20261120-15:04:05'
const PLAUSIBLE = [
  ...[`D|11=$id|55=$symbol|54=$side|${AT}|40=2|44=$price|38=$quantity`, `D|11=$id|55=AAPL|54=$side|${AT}|40=1|38=$quantity|59=3`],
  ...[`D|11=$id|55=AAPL|54=$side|${AT}|40=2|44=$price|38=$quantity|59=1`, `D|11=$id|55=AAPL|54=$side|${AT}|40=3|99=$price|38=10`],
  ...[`D|11=$id|55=AAPL|54=$side|${AT}|40=1|152=1000.00`, `D|453=1|448=x|447=D|452=3|11=$id|55=AAPL|54=1|${AT}|40=2|44=150|38=1|59=4`],
  ...[`F|41=$id|11=$id|55=AAPL|54=$side|${AT}`, `G|41=$id|11=$id|55=AAPL|54=$side|${AT}|40=2|44=$price|38=$quantity`],
  ...[`H|11=$id|55=AAPL|54=$side`, `q|11=$id|530=7|${AT}`, `q|11=$id|530=1|55=$symbol|${AT}`, `AF|584=$id|585=7`],
  ...[`V|262=$id|263=1|264=0|265=0|267=2|269=0|269=1|146=1|55=$symbol`, `V|262=$id|263=2|264=0|267=1|269=0|146=1|55=AAPL`],
  ...['x|320=$id|559=4', 'x|320=$id|559=0|55=$symbol', 'g|335=$id|263=1', '0', '0|112=$id', '1|112=$id', '2|7=$number|16=$number'],
  ...['2|7=1|16=0', '3|45=$number', '4|123=Y|36=$number', '4|36=$number', '4|123=N|36=3', '5', '5|58=bye', 'A|98=0|108=30'],
  ...['A|98=0|108=1|141=Y', 'A|98=0|108=$number|789=$number', 'A|98=0|108=30|95=3|96=a=b', 'j|45=1|372=D|380=0', '8|37=1|17=1', 'AE|571=x'],
] as const

function header(choices: Choices, { senderCompId, targetCompId, sendingTime, expected }: Speaker): readonly Field[] {
  const fields: Field[] = [
    [34, choices.below(34) < 24 ? String(expected) : choices.pick(numbersNear(expected))],
    [49, senderCompId],
    [52, sendingTime],
    [56, targetCompId],
  ]
  switch (choices.below(40)) {
    case 33:
      return [...fields, [43, 'Y'], [122, sendingTime]]
    case 34:
      return [...fields, [43, 'Y']]
    case 35:
      return [...fields, [97, 'Y']]
    case 36:
      return [...fields, [115, 'FUND'], [116, 'trader'], [144, 'NY'], [128, 'VENUE']]
    case 37:
      return [fields[0]!, [49, 'OTHER'], ...fields.slice(2)]
    case 38:
      return [...fields.slice(0, 2), [52, '20200101-00:00:00'], fields[3]!]
    case 39:
      return [...fields.slice(0, 2), [52, 'now'], fields[3]!]
    default:
      return fields
  }
}

const numbersNear = (expected: number): readonly string[] =>
  [expected + 1, expected + 2, expected + 30, expected - 1, 1, 0, -1].map(String).concat('x', '', '00000000000000000000000000000001')

// --- Changes of fields ---

function changed(choices: Choices, fields: Field[]): Field[] {
  let result = fields
  for (let count = choices.pick([0, 0, 0, 0, 1, 1, 1, 2, 3]); count > 0; count--) result = changedOnce(choices, result)
  return result
}

function changedOnce(choices: Choices, fields: readonly Field[]): Field[] {
  const at = choices.below(fields.length)
  const [tag, value] = fields[at]!
  const other = choices.below(fields.length)
  const put = (...these: readonly Field[]): Field[] => [...fields.slice(0, at), ...these, ...fields.slice(at + 1)]
  switch (choices.below(10)) {
    case 0:
      return put([tag, choices.pick(STRANGE)])
    case 1:
      return put()
    case 2:
      return put([tag, value], [tag, value])
    case 3:
      return put([tag, value], [choices.pick(TAGS), choices.pick(STRANGE)])
    case 4: {
      const rest = put()
      return [...rest.slice(0, other), [tag, value], ...rest.slice(other)]
    }
    case 5:
      return put([choices.pick(TAGS), value])
    case 6:
      // counts, quantities and sequence numbers that are off by one
      return put([tag, String(Number(value) + choices.pick([1, -1]))])
    case 7:
      return put([tag, value + choices.pick(STRANGE)])
    case 8: {
      const length = choices.pick([0, 1, 3, 9, 4000])
      return put([tag, value], [choices.pick([95, 354, 93, 90]), String(length)], [choices.pick([96, 355, 89, 91]), choices.pick(STRANGE)])
    }
    default:
      return [...fields, fields[other]!]
  }
}

const TAGS = [
  ...[0, 1, 6, 7, 8, 9, 10, 11, 16, 34, 35, 36, 38, 41, 43, 44, 45, 49, 52, 54, 55, 56, 58, 59, 60, 78, 79, 80, 89, 93, 95, 96],
  ...[97, 99, 112, 122, 123, 141, 146, 152, 262, 263, 264, 267, 269, 354, 355, 384, 385, 447, 448, 453, 523, 530, 585, 627, 628],
  ...[711, 789, 802, 956, 957, 1023, 1024, 5000, 9867, 20_001, 999_999_999, 1_234_567_890, -1, -35],
] as const

const STRANGE = [
  ...['', ' ', '0', '-0', '-1', '+1', '1.', '.5', '1.0', '00', '1e9', '0x10', 'NaN', 'Infinity', '--1', '1.2.3', '9007199254740993'],
  ...['9'.repeat(400), 'x'.repeat(5_000), 'Z\xc3\xbcrich', '\xff\xfe', '\x00', '\x01', '\x0110=000\x01', '\x0135=5\x01', '=', '==', '|'],
  ...['20261120-15:04:05', '20260230-00:00:00', '20261120-24:00:00', '20261120', 'Y', 'N', 'D', 'A', '8', 'ZZ', 'ZZZ', '__proto__'],
  ...['A1', 'AAPL', '2', '1 2', '1  2', 'A'.repeat(65), '8=FIX.4.4', '\x018=FIX.4.4\x019=5\x0135=0\x0110=163\x01'],
] as const

// --- Framing, and what goes wrong with it ---

function framed(choices: Choices, fields: readonly Field[]): Buffer {
  const body = Buffer.from(fields.map(([tag, value]) => `${tag}=${value}\x01`).join(''), 'latin1')
  const fault = choices.below(48)
  const begin = fault === 32 ? choices.pick(['FIX.4.2', 'FIXT.1.1', '', 'FIX.4.4'.repeat(3)]) : 'FIX.4.4'
  const length = fault >= 33 && fault <= 38 ? choices.pick(wrongLengths(body.length)) : String(body.length)
  const head = Buffer.from(`8=${begin}\x019=${length}\x01`, 'latin1')
  const sum = (sumOf(head) + sumOf(body)) % 256
  const checkSum = fault >= 39 && fault <= 43 ? choices.pick([String((sum + 1) % 256), '999', '1', '', 'abc', '0000']) : threeDigits(sum)
  const trailer = fault === 44 ? '' : `10=${checkSum}\x01`
  return Buffer.concat([head, body, Buffer.from(trailer, 'latin1')])
}

const threeDigits = (sum: number): string => String(sum).padStart(3, '0')

const wrongLengths = (length: number): readonly string[] => [
  ...[length - 1, length + 1, length - 7, length + 7, length + 60, length + 4_000, 0, 1, -5].map(String),
  ...['', 'x', `0${length}`, `${length} `, '1e3', '30000000', '9'.repeat(12), '9'.repeat(13), '0'.repeat(12), '0'.repeat(14)],
]

function changedBytes(choices: Choices, bytes: Buffer): Buffer {
  const fault = choices.below(24)
  if (fault < 20) return bytes
  const at = choices.below(Math.min(bytes.length, 65_536))
  if (fault === 20) return bytes.subarray(0, at)
  if (fault === 21) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + choices.below(9))])
  if (fault === 22) return Buffer.concat([bytes.subarray(0, at), noise(choices), bytes.subarray(at)])
  const flipped = Buffer.from(bytes)
  flipped[at] = choices.below(256)
  return flipped
}

function noise(choices: Choices): Buffer {
  const parts = Array.from({ length: choices.below(12) }, () =>
    choices.oneIn(4) ? String.fromCharCode(choices.below(256)) : choices.pick(NOISE),
  )
  return Buffer.from(parts.join(''), 'latin1')
}

const NOISE = [
  ...[
    '8=',
    '8=FIX.4.4\x01',
    '9=',
    '5',
    '20',
    '\x01',
    '35=0\x01',
    '34=2\x01',
    '10=',
    '163',
    '000\x01',
    '=',
    'x',
    '8',
    '8=FIX.4.4\x019=5\x01',
  ],
  ...[
    'GET / HTTP/1.1\r\n\r\n',
    '\x16\x03\x01',
    '\r\n',
    '\x00',
    '\xff',
    '10=000\x01',
    '8=FIX.4.4\x019=5\x0135=0\x0110=163\x01',
    '9=9'.repeat(20),
  ],
] as const

function sumOf(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum += byte
  return sum
}
