import { type AmountFault, parseQuantity } from '../../src/domain/amounts/amounts.ts'
import type { FixMessage } from '../support/fix-message.ts'

/**
 * What docs/fix-rules-of-engagement.md says of every message that the gateway sends, whatever it is about: the tags that it must and must
 * not have (section 4), the values that are never sent (6.2), 38 = 14 + 151 while an order is live (6.1). Empty when all is kept.
 */
export function reportFaults(message: FixMessage): readonly string[] {
  const faults = message.type === '8' ? [...executionReportFaults(message)] : missing(message, REQUIRED[message.type] ?? [])
  return faults.map((fault) => `${fault}: ${message.text}`)
}

const REQUIRED: Readonly<Record<string, readonly number[]>> = {
  '9': [1, 11, 37, 39, 41, 58, 60, 102, 434],
  r: [11, 37, 60, 530, 531],
  j: [45, 58, 372, 380],
}

/** FIX 4.4 requires the first nine, the API specification others: the union is always sent. */
const REQUIRED_OF_REPORTS = [37, 17, 150, 39, 55, 54, 151, 14, 6, 38, 60, 167]

const EXEC_TYPES = '0345689ACDEFGHI'
const LIVE = '0169AE'
const ENDED = '248C'

function* executionReportFaults(report: FixMessage): Generator<string> {
  const get = (tag: number): string => report.get(tag) ?? ''
  const [execType, status] = [get(150), get(39)]
  const aboutNoOrder = execType === 'I' && get(37) === 'NONE'
  yield* missing(report, REQUIRED_OF_REPORTS)
  // about no order: what the request gave, and neither type nor time in force (6.15)
  yield* missing(report, aboutNoOrder ? [58, 103] : [1, 11, 40, 59])
  if (!EXEC_TYPES.includes(execType)) yield `150=${execType} is never sent`
  if (!LIVE.includes(status) && !ENDED.includes(status) && status !== '3') yield `39=${status} is never sent`
  yield* presence(report, [31, 32], execType === 'F' || execType === 'G', 'belong to fills and corrections')
  yield* presence(report, [19], execType === 'G' || execType === 'H', 'belongs to corrections and busts')
  yield* presence(report, [103], execType === '8' || aboutNoOrder, 'belongs to refusals')
  yield* presence(report, [44], (get(40) === '2' || get(40) === '4') && !aboutNoOrder, 'belongs to limit orders')
  yield* presence(report, [99], (get(40) === '3' || get(40) === '4') && !aboutNoOrder, 'belongs to stop orders')
  if (execType === '8') yield* missing(report, [58])
  if (execType === '5') yield* missing(report, [41])
  if (execType === 'D') yield* missing(report, [378])
  if (execType === 'I' && get(17) !== '0') yield '17 of a status is 0'
  yield* quantityFaults(report, status)
}

function* quantityFaults(report: FixMessage, status: string): Generator<string> {
  const [quantity, cumulative, leaves] = [38, 14, 151].map((tag) => parseQuantity(report.get(tag) ?? ''))
  if (LIVE.includes(status) && quantity !== sum(cumulative!, leaves!)) yield '38 is not 14 + 151 on a live order'
  if (ENDED.includes(status) && leaves !== 0) yield '151 is not 0 on an ended order'
  if (status === '2' && quantity !== cumulative) yield '38 is not 14 on a filled order'
}

const sum = (a: number | AmountFault, b: number | AmountFault): number => Number(a) + Number(b)

const missing = (message: FixMessage, tags: readonly number[]): string[] =>
  tags.filter((tag) => (message.get(tag) ?? '') === '').map((tag) => `${tag} is missing`)

function* presence(message: FixMessage, tags: readonly number[], wanted: boolean, why: string): Generator<string> {
  for (const tag of tags) if ((message.get(tag) !== undefined) !== wanted) yield `${tag} ${why}`
}
