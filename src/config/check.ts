import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { parseMoney, parsePrice, parseQuantity } from '../domain/amounts/amounts.ts'
import { parseTradeDate } from '../domain/time/trade-date.ts'
import { isPlainObject } from './merge.ts'

/** What is wrong with a setting. `problem` goes behind the path: `must be …, not …`. */
export interface Violation {
  readonly path: readonly string[]
  readonly problem: string
  /** the setting that it contradicts */
  readonly against?: readonly string[]
}

/** The members of a schema that the configuration's schemas use. */
interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly minItems?: number
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** in words, what the pattern wants */
  readonly expected?: string
  readonly description?: string
  readonly amount?: keyof typeof AMOUNTS
  readonly time_zone?: true
  readonly date?: true
  readonly secret?: true
}

const AMOUNTS = {
  quantity: { parse: parseQuantity, example: '"1000" (shares, up to 9 decimals)' },
  money: { parse: parseMoney, example: '"5000000.00" (dollars, up to 2 decimals)' },
  price: { parse: parsePrice, example: '"100.00" (dollars, up to 4 decimals)' },
} as const

/** The first thing in which `value` differs from the schema, in the order of the schema; undefined when it fits. */
export function firstViolation(schema: TSchema, value: unknown): Violation | undefined {
  return check(schema, value, [])
}

function check(shape: Shape, value: unknown, path: readonly string[]): Violation | undefined {
  if (shape.anyOf) return checkAlternatives(shape.anyOf, shape, value, path)
  if (shape.properties) return checkObject(shape, shape.properties, value, path)
  if (shape.items) return checkArray(shape, shape.items, value, path)
  return fits(shape, value) ? undefined : mismatch(shape, value, path)
}

function checkAlternatives(alternatives: readonly Shape[], whole: Shape, value: unknown, path: readonly string[]): Violation | undefined {
  const violations = alternatives.map((alternative) => check(alternative, value, path))
  if (violations.includes(undefined)) return undefined
  // the one that got further in is the one that was meant: an object with a wrong member is not "neither an object nor null"
  return violations.find((violation) => violation!.path.length > path.length) ?? mismatch(whole, value, path)
}

function checkObject(
  shape: Shape,
  properties: Readonly<Record<string, Shape>>,
  value: unknown,
  path: readonly string[],
): Violation | undefined {
  if (!isPlainObject(value)) return mismatch(shape, value, path)
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key))
  if (unknown !== undefined) {
    return { path: [...path, unknown], problem: `is not a setting; expected one of ${Object.keys(properties).join(', ')}` }
  }
  for (const [key, member] of Object.entries(properties)) {
    if (Object.hasOwn(value, key)) {
      const violation = check(member, value[key], [...path, key])
      if (violation) return violation
    } else if (shape.required?.includes(key)) {
      return { path: [...path, key], problem: `is missing; expected ${expectationOf(member)}` }
    }
  }
  return undefined
}

function checkArray(shape: Shape, items: Shape, value: unknown, path: readonly string[]): Violation | undefined {
  if (!Array.isArray(value) || value.length < (shape.minItems ?? 0)) return mismatch(shape, value, path)
  for (const [index, item] of value.entries()) {
    const violation = check(items, item, [...path, String(index)])
    if (violation) return violation
  }
  return undefined
}

function fits(shape: Shape, value: unknown): boolean {
  if (!Value.Check(shape as TSchema, value)) return false
  if (shape.amount) return isAmount(shape.amount, value as string)
  if (shape.date) return parseTradeDate(value as string) !== undefined
  return !shape.time_zone || isTimeZone(value as string)
}

function isAmount(amount: keyof typeof AMOUNTS, text: string): boolean {
  const parsed = AMOUNTS[amount].parse(text)
  return typeof parsed === 'number' && parsed > 0
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function mismatch(shape: Shape, value: unknown, path: readonly string[]): Violation {
  return { path, problem: `must be ${expectationOf(shape)}, not ${isSecret(shape) ? 'what is given (not repeated here)' : shown(value)}` }
}

const isSecret = (shape: Shape): boolean => shape.secret === true || (shape.anyOf?.some(isSecret) ?? false)

/** What has members may have a password among them: it is named, not repeated. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) return Array.isArray(value) ? 'a list' : 'an object'
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`
}

/** What a setting may be, in words: `an integer from 0 to 65535 or null`. */
export function expectationOf(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(expectationOf).join(' or ')
  if (shape.enum)
    return shape.enum.length === 1 ? JSON.stringify(shape.enum[0]) : `one of ${shape.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.amount) return `a decimal above 0 such as ${AMOUNTS[shape.amount].example}`
  if (shape.date) return 'a date such as "2026-12-25"'
  if (shape.time_zone) return 'an IANA time zone such as "America/New_York"'
  switch (shape.type) {
    case 'object':
      return 'an object'
    case 'array':
      return shape.minItems ? 'a list that is not empty' : 'a list'
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'integer':
      return shape.maximum === Number.MAX_SAFE_INTEGER
        ? `an integer from ${shape.minimum!} up`
        : `an integer from ${shape.minimum!} to ${shape.maximum!}`
    case 'number':
      return `a number above ${shape.exclusiveMinimum!} and at most ${shape.maximum!}`
    default:
      return expectedText(shape)
  }
}

function expectedText({ expected, minLength, maxLength }: Shape): string {
  if (expected !== undefined) return expected
  return maxLength === undefined ? 'text that is not empty' : `text of ${minLength!} to ${maxLength} characters`
}
