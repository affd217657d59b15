/** Members whose value is never written, whatever it is. Compared in lower case and without `-` and `_`. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'apisecret',
  'authorization',
  'bankaccountnumber',
  'bankroutingnumber',
  'cookie',
  'password',
  'passwordhash',
  'pepper',
  'rawdata',
  'routingnumber',
  'secret',
  'secrethash',
  'seed',
  'ssn',
  'taxid',
  'xapisecret',
])

const MASK = '[masked]'
const DEEPEST = 8

/** Secrets that may stand inside a text: API secrets, those of webhooks, Basic credentials, tax ids with dashes, and 553, 554, 925 and 96 of a FIX message. */
const SECRETS_IN_TEXT: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(bsk_(?:sbx|live)_)[0-9A-Za-z]+/g, `$1${MASK}`],
  [/\b(whsec_)[A-Za-z0-9+/]+={0,2}/g, `$1${MASK}`],
  [/\b(basic +)[A-Za-z0-9+/_-]{16,}={0,2}/gi, `$1${MASK}`],
  [/\b\d{3}-\d{2}-\d{4}\b/g, MASK],
  [/(^|[|\u0001])(55[34]|925|96)=[^|\u0001]*/g, `$1$2=${MASK}`],
]

/** The text without the secrets that can be told from their form. */
function maskText(text: string): string {
  return SECRETS_IN_TEXT.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text)
}

/** A copy fit for a log: secret members masked at any depth, texts cleaned, errors as plain data, bytes and unknown classes by name only. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > DEEPEST) return '[deeper]'
  if (value instanceof Error) return maskedError(value, depth)
  if (Array.isArray(value)) return value.map((item) => masked(item, depth + 1))
  if (!isPlain(value)) return `[${value.constructor.name}]`
  return maskedMembers(value, depth)
}

function maskedMembers(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isSecretMember(key) && member !== null ? MASK : masked(member, depth + 1)]),
  )
}

function maskedError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: maskText(error.message),
    ...(error.stack === undefined ? {} : { stack: maskText(error.stack) }),
    ...maskedMembers(error, depth),
    ...(error.cause === undefined ? {} : { cause: masked(error.cause, depth + 1) }),
  }
}

function isSecretMember(key: string): boolean {
  return SECRET_MEMBERS.has(key.replaceAll(/[-_]/g, '').toLowerCase())
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
