import { Type, type TUnsafe } from 'typebox'
import Format from 'typebox/format'
import { parseTradeDate } from '../../domain/time/trade-date.ts'
import type { ErrorCode } from '../answers/errors.ts'
import { parseInstant } from '../requests/instants.ts'
import { parseCursor } from '../requests/paging.ts'

/**
 * The values of which the shapes of requests are made (docs/api-contract.md section 1). Annotations of ours: `x-error-code` is the code of a text
 * that has the right type and the wrong form, with `x-error-code-of-all` of any fault of it; `x-error-code-of-missing` is that of a member that is
 * not there.
 */

Format.Set('cursor', (text: string) => parseCursor(text) !== undefined)
Format.Set('instant', (text: string) => parseInstant(text) !== undefined)
Format.Set('date', (text: string) => parseTradeDate(text) !== undefined)
Format.Set('date-or-instant', (text: string) => parseTradeDate(text) !== undefined || parseInstant(text) !== undefined)

export interface Documented {
  readonly description?: string
  readonly default?: unknown
}

export const optional = Type.Optional

/** How an input text must look, in words for the message, with the code of a breach. */
interface TextRule extends Documented {
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly expected?: string
  readonly code?: ErrorCode
  /** the code stands for whatever is wrong with it: also that it is missing, or no text */
  readonly codeOfAll?: boolean
  readonly codeOfMissing?: ErrorCode
}

/** A text of a request. */
export function text({ expected, code, codeOfAll, codeOfMissing, ...rule }: TextRule = {}) {
  return Type.Unsafe<string>({
    type: 'string',
    ...rule,
    ...(expected === undefined ? {} : { 'x-expected': expected }),
    ...(code === undefined ? {} : { 'x-error-code': code }),
    ...(codeOfAll === undefined ? {} : { 'x-error-code-of-all': codeOfAll }),
    ...(codeOfMissing === undefined ? {} : { 'x-error-code-of-missing': codeOfMissing }),
  })
}

/** A member that a request may not have, whatever it holds. */
export function refused(code: ErrorCode, expected: string) {
  return optional(Type.Unsafe<never>({ not: {}, 'x-expected': expected, 'x-error-code': code }))
}

/** One of a closed list, in a request; `code` is that of a text that is not in it. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  { code, ...documented }: Documented & { readonly code?: ErrorCode } = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({
    type: 'string',
    enum: [...values],
    ...documented,
    ...(code === undefined ? {} : { 'x-error-code': code }),
  })
}

const DECIMAL = '^(0|[1-9][0-9]{0,14})(\\.[0-9]+)?$'

/** A decimal of a request. How many places it may have, and whether it may be 0, is checked where it is converted. */
export function decimalInput(documented: Documented = {}) {
  return text({ pattern: DECIMAL, maxLength: 40, expected: 'a plain decimal such as "150.25", as a string', ...documented })
}

/** A timestamp of a request: RFC 3339. */
export function instantInput(documented: Documented = {}) {
  return text({ format: 'instant', expected: 'an RFC 3339 timestamp', ...documented })
}

/** A bound of a period: RFC 3339, or a date alone, which stands for its first or last moment. */
export function boundInput() {
  return text({
    format: 'date-or-instant',
    expected: 'an RFC 3339 timestamp or a date',
    description: 'inclusive: an RFC 3339 timestamp, or a date alone, whose whole day (UTC) is in the period',
  })
}

export function dateInput(documented: Documented = {}) {
  return text({ format: 'date', expected: 'a date such as 1990-01-31', ...documented })
}

/** Its length is bounded inside the pattern too: every rule is tried on a text that is too long, and this one takes quadratic time. */
export const emailInput = text({ pattern: '^(?=.{1,254}$)[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', maxLength: 254, expected: 'an e-mail address' })

/** The parameter `limit` of a list. */
export function limitInput(pageSize: { readonly default: number; readonly max: number }) {
  return optional(Type.Integer({ minimum: 1, maximum: pageSize.max, default: pageSize.default }))
}

const NEXT_CURSOR = 'next_cursor of the page before'
export const cursorInput = optional(
  text({ description: NEXT_CURSOR, format: 'cursor', maxLength: 512, expected: NEXT_CURSOR, code: 'INVALID_CURSOR' }),
)

/** Path parameters are texts: what they name is looked up, and not found when it is malformed. */
export function pathParameters<const Names extends readonly string[]>(...names: Names) {
  return Type.Unsafe<Record<Names[number], string>>({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: [...names],
  })
}
