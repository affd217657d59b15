import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { FaultyRequest, type FieldFault } from './field-faults.ts'
import type { ErrorCode } from '../answers/errors.ts'

/** More than an honest request can have: all that is wrong is listed, and nobody is sent a hundred thousand faults. TypeBox by itself stops at 8. */
const MOST_FAULTS = 256
Settings.Set({ maxErrors: MOST_FAULTS })

/**
 * Compiles the schema of a request's part. Bodies are taken as they come: a JSON number is no decimal string. Query values are texts, so
 * those of numbers and booleans are converted first; path parameters are looked up, never judged. What is wrong comes back as the one error that lists all of it.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'params') return (value: unknown) => ({ value })
  // when the first request comes: most routes never see one in the life of a process
  let compiled: ReturnType<typeof Compile> | undefined
  const convert = httpPart === 'querystring' ? queryConversion(schema as unknown as JsonSchema) : (value: unknown) => value
  return (received: unknown) => {
    const validator = (compiled ??= Compile(schema))
    const value = convert(received)
    if (validator.Check(value)) return { value }
    const rule = schema as unknown as JsonSchema
    const shortened = withShortLists(value, rule)
    const errors = validator.Errors(shortened) as readonly ValidationError[]
    return { error: new RefusedPart(faultsOf(errors, rule, shortened), errors.length < MOST_FAULTS ? shortened : undefined) }
  }
}

/** Body or query that the schema refuses. */
export class RefusedPart extends FaultyRequest {
  /** set by Fastify */
  readonly validationContext?: string
  /** the part without the members at fault; undefined where it is wrong as a whole, or more is wrong than is listed */
  readonly rest: unknown

  constructor(faults: readonly FieldFault[], value: unknown) {
    super(faults)
    this.rest = faults.some(({ field }) => field === '') ? undefined : value
    if (this.rest !== undefined) for (const { field } of faults) takeAway(value, field.split('.'))
  }
}

function takeAway(value: unknown, [name, ...names]: readonly string[]): void {
  if (typeof value !== 'object' || value === null || name === undefined) return
  if (names.length > 0) takeAway((value as Record<string, unknown>)[name], names)
  // the members of a list stay where they are
  else if (Array.isArray(value)) value[Number(name)] = undefined
  else Reflect.deleteProperty(value, name)
}

/** The types of JSON, in words. */
const KINDS: ReadonlyMap<string | undefined, string> = new Map([
  ['string', 'a string'],
  ['object', 'an object'],
  ['array', 'an array'],
  ['boolean', 'true or false'],
  ['integer', 'an integer'],
  ['number', 'a number'],
])

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly maxItems?: number
  readonly 'x-expected'?: string
  readonly 'x-error-code'?: ErrorCode
  readonly 'x-error-code-of-all'?: boolean
  readonly 'x-error-code-of-missing'?: ErrorCode
  readonly [member: string]: unknown
}

interface ValidationError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message: string
}

function queryConversion(schema: JsonSchema): (query: unknown) => unknown {
  const types = new Map(Object.entries(schema.properties ?? {}).map(([name, { type }]) => [name, type]))
  const convert = (name: string, value: unknown): unknown => {
    const type = types.get(name)
    switch (type) {
      case 'integer':
        return toInteger(value)
      case 'number':
        return toNumber(value)
      case 'boolean':
        return toBoolean(value)
      default:
        return value
    }
  }
  return (query) => Object.fromEntries(Object.entries(query as object).map(([name, value]) => [name, convert(name, value)]))
}

const toInteger = (value: unknown): unknown => (typeof value === 'string' && /^-?[0-9]{1,15}$/.test(value) ? Number(value) : value)
const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(value) ? Number(value) : value
const toBoolean = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value)

/**
 * The same with lists of at most one member more than they may have: to find all that is wrong with a list of thousands takes TypeBox seconds, and
 * minutes where no two members may be the same.
 */
function withShortLists(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) return value.slice(0, (schema.maxItems ?? Infinity) + 1)
  const { properties } = schema
  if (typeof value !== 'object' || value === null || properties === undefined) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withShortLists(member, properties[name] ?? {})]))
}

/** One fault for each member at fault: the first that was found. */
function faultsOf(errors: readonly ValidationError[], schema: JsonSchema, part: unknown): FieldFault[] {
  const faults = new Map<string, FieldFault>()
  for (const error of errors) {
    for (const fault of faultsOfOne(error, schema, part)) if (!faults.has(fault.field)) faults.set(fault.field, fault)
  }
  return [...faults.values()]
}

function faultsOfOne(error: ValidationError, schema: JsonSchema, part: unknown): FieldFault[] {
  const at = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') {
    const missing = error.params['requiredProperties'] as readonly string[]
    return missing.map((name) => {
      const field = [...at, name].join('.')
      const rule = schemaAt(schema, `${error.schemaPath}/properties/${name}`)
      return { field, code: rule['x-error-code-of-missing'] ?? codeOf(rule, false), message: `${field} is required.` }
    })
  }
  const field = at.join('.')
  const rule = schemaAt(schema, error.schemaPath)
  const orNot = isOptional(schema, error) && memberAt(part, at) === null ? ', or left out: null is neither' : ''
  const message = `${field === '' ? 'The body' : field} ${expectation(error, rule)}${orNot}.`
  return [{ field, code: codeOf(rule, error.keyword !== 'type'), message }]
}

/** The member at fault need not be there; one that may not be there at all says so itself. */
function isOptional(schema: JsonSchema, { keyword, schemaPath }: ValidationError): boolean {
  const [parent, name] = schemaPath.split(/\/properties\/(?=[^/]*$)/)
  return keyword !== 'not' && name !== undefined && schemaAt(schema, parent!).required?.includes(name) !== true
}

function memberAt(part: unknown, names: readonly string[]): unknown {
  return names.reduce((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], part)
}

function codeOf(rule: JsonSchema, isForm: boolean): ErrorCode {
  return (isForm || rule['x-error-code-of-all'] === true ? rule['x-error-code'] : undefined) ?? 'VALIDATION_ERROR'
}

function expectation(error: ValidationError, rule: JsonSchema): string {
  if (rule['x-expected'] !== undefined) return `must be ${rule['x-expected']}`
  if (rule.enum !== undefined) return `must be one of ${rule.enum.join(', ')}`
  const kind = error.keyword === 'type' ? KINDS.get(rule.type) : undefined
  return kind === undefined ? error.message : `must be ${kind}`
}

/** Follows `#/properties/contact/properties/city`. */
function schemaAt(schema: JsonSchema, path: string): JsonSchema {
  let at: unknown = schema
  for (const member of path.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[member]
  return (at as JsonSchema | undefined) ?? {}
}
