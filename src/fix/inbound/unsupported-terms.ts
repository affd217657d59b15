import type { Refusal } from '../../domain/refusal.ts'
import type { MessageView } from '../wire/message-view.ts'

/**
 * What D and G may ask for and this gateway does not do: an order that silently lost one of its terms would be another order than the
 * desk's. Refused with 103=11 (D) or 102=99 (G).
 */
export function unsupportedTerm(message: MessageView): Refusal | undefined {
  for (let index = 0; index < message.fieldCount; index++) {
    const tag = message.tagAt(index)
    if (tag >= IS_TERM.length || IS_TERM[tag] !== 1) continue
    const { name, permits } = TERMS.get(tag)!
    const value = message.stringAt(index)
    if (!permits(value)) {
      return { code: 'UNSUPPORTED_ORDER_COMBINATION', message: `${name}(${tag}) ${value} is not supported` }
    }
  }
  return undefined
}

/** Whether a message names another security than the share of its Symbol(55): an option on it, a preferred. */
export function namesOtherSecurity(message: MessageView): boolean {
  for (let index = 0; index < message.fieldCount; index++) {
    const term = OF_SECURITY.get(message.tagAt(index))
    if (term !== undefined && !term.permits(message.stringAt(index))) return true
  }
  return false
}

interface Term {
  readonly name: string
  /** the values that ask for nothing special */
  readonly permits: (value: string) => boolean
}

const only =
  (...values: string[]) =>
  (value: string): boolean =>
    values.includes(value)

const OF_SECURITY: ReadonlyMap<number, Term> = new Map<number, Term>([
  // when issued, preferred …
  [65, { name: 'SymbolSfx', permits: only() }],
  [167, { name: 'SecurityType', permits: only('CS') }],
  [200, { name: 'MaturityMonthYear', permits: only() }],
  [201, { name: 'PutOrCall', permits: only() }],
  [202, { name: 'StrikePrice', permits: only() }],
  // equities, and funds that are traded as they are; an option may have this in place of 167
  [461, { name: 'CFICode', permits: (value) => value.startsWith('E') || value.startsWith('CE') }],
  [541, { name: 'MaturityDate', permits: only() }],
])

const TERMS: ReadonlyMap<number, Term> = new Map<number, Term>([
  ...OF_SECURITY,
  [15, { name: 'Currency', permits: only('USD') }],
  // G is all or none; the others are instructions for a halt or for people
  [18, { name: 'ExecInst', permits: (value) => !value.split(' ').includes('G') }],
  // regular, or the day after
  [63, { name: 'SettlType', permits: only('0', '2') }],
  [110, { name: 'MinQty', permits: only('0') }],
  [111, { name: 'MaxFloor', permits: only() }],
  [120, { name: 'SettlCurrency', permits: only('USD') }],
  [121, { name: 'ForexReq', permits: only('N') }],
  [126, { name: 'ExpireTime', permits: only() }],
  [168, { name: 'EffectiveTime', permits: only() }],
  [192, { name: 'OrderQty2', permits: only() }],
  [210, { name: 'MaxShow', permits: only() }],
  [211, { name: 'PegOffsetValue', permits: only() }],
  [388, { name: 'DiscretionInst', permits: only() }],
  [423, { name: 'PriceType', permits: only('2') }],
  [432, { name: 'ExpireDate', permits: only() }],
  [516, { name: 'OrderPercent', permits: only() }],
  [544, { name: 'CashMargin', permits: only('1') }],
  [640, { name: 'Price2', permits: only() }],
  [775, { name: 'BookingType', permits: only('0') }],
  [847, { name: 'TargetStrategy', permits: only() }],
  [854, { name: 'QtyType', permits: only('0') }],
])

const IS_TERM = new Uint8Array(1024)
for (const tag of TERMS.keys()) IS_TERM[tag] = 1
