import type { RouteOptions } from 'fastify'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'

// What the document alone says of answers: their headers and the errors of every operation, which no schema of a route has.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** headers of its good answers beside those that follow from what it is: for the document */
    answersHeaders?: readonly (keyof typeof HEADERS)[]
  }
}

/**
 * By name, in the order in which the document shows them. X-Content-Type-Options and Cache-Control are not among them: they speak to browsers and caches,
 * and are the same on every answer of an operation.
 */
const HEADERS = {
  'X-Request-Id': { description: 'names the request, in logs too', required: true, schema: { type: 'string' } },
  'X-API-Version': { description: 'of the API, a date', required: true, schema: { type: 'string', format: 'date' } },
  'RateLimit-Policy': { description: '`"default";q=<requests>;w=<seconds>`: so many of this key in so long', schema: { type: 'string' } },
  RateLimit: {
    description: '`"default";r=<requests>;t=<seconds>`: so many are left, and all of them again then',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'requests that the key may send in a minute', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'of these, how many are left', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'when all of them are there again: unix seconds', schema: { type: 'integer' } },
  'Retry-After': { description: 'whole seconds until it makes sense to ask again: with 429 and 503', schema: { type: 'integer' } },
  'Accept-Encoding': { description: 'with 415: what a body may be encoded as', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'with 401', schema: { type: 'string' } },
  Link: { description: '`<relative URL>; rel="next"`: the next page, where there is one', schema: { type: 'string' } },
  'Idempotent-Replayed': { description: '`true`: a repeat, answered with what the first request has made', schema: { type: 'string' } },
  'X-Total-Count': { description: 'how many there are on all pages', required: true, schema: { type: 'integer' } },
  'Content-Disposition': { description: '`attachment`, with the name of a file', required: true, schema: { type: 'string' } },
} as const

type HeaderName = keyof typeof HEADERS

const ALWAYS: readonly HeaderName[] = ['X-Request-Id', 'X-API-Version']
const COUNTED: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const headers = (names: readonly HeaderName[]) => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const errorAnswer = (description: string, names: readonly HeaderName[]) => ({
  description,
  headers: headers(names),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
})

/** What operations refer to. */
export const ANSWER_COMPONENTS = {
  headers: HEADERS,
  responses: {
    Unauthorized: errorAnswer('credential missing, wrong or revoked', [...ALWAYS, 'WWW-Authenticate']),
    Forbidden: errorAnswer('credential without the scope', [...ALWAYS, ...COUNTED]),
    Refused: errorAnswer('the request was refused', [...ALWAYS, ...COUNTED, 'Retry-After', 'Accept-Encoding']),
    Failed: errorAnswer('the request could not be answered', [...ALWAYS, ...COUNTED, 'Retry-After']),
  },
} as const

type AnsweringRoute = Pick<RouteOptions, 'method' | 'url' | 'config'>

/** What any operation can answer, beside the codes that it names. */
export const CODES_OF_ALL = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'KEY_REVOKED',
  'TOKEN_EXPIRED',
  'FORBIDDEN',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** What any that is no GET can answer beside them. */
export const CODES_OF_CHANGES = [
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_QUARANTINED',
] as const satisfies readonly ErrorCode[]

/**
 * The errors of an operation, by the statuses of the codes that it names and of those above: makers of clients take no range such as 4XX. Those of
 * credentials are left out of open ones.
 */
function errorAnswers(description: string, { method, url, config }: AnsweringRoute): Record<string, object> {
  const named = description.match(/\b[A-Z]\w*[A-Z]\b/g) ?? []
  // a path with a parameter that is not validly encoded
  const ofPath = url.includes(':') ? ['NOT_FOUND'] : []
  const codes = [...named, ...ofPath, ...CODES_OF_ALL, ...(method === 'GET' ? [] : CODES_OF_CHANGES)].filter((word) => word in ERROR_STATUS)
  const statuses = codes.map((code) => ERROR_STATUS[code as ErrorCode])
  const possible = statuses.filter((status) => config?.scope !== 'open' || (status !== 401 && status !== 403))
  return Object.fromEntries(possible.map((status) => [status, { $ref: `#/components/responses/${errorAnswerOf(status)}` }]))
}

function errorAnswerOf(status: number): keyof typeof ANSWER_COMPONENTS.responses {
  if (status === 401) return 'Unauthorized'
  if (status === 403) return 'Forbidden'
  return status < 500 ? 'Refused' : 'Failed'
}

/** An answer that the schemas of a route have made, as it stands in the document. */
interface Answer {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly properties?: object } }>>
}

/** The answers of an operation, each with its headers, and its errors. */
export function documentedAnswers(
  answers: Readonly<Record<string, Answer>>,
  description: string,
  route: AnsweringRoute,
): Record<string, object> {
  const { config } = route
  const isOpen = config?.scope === 'open'
  const named = Object.entries(answers).map(([status, answer]) => {
    const names = [...ALWAYS, ...(isOpen ? [] : COUNTED), ...(config?.answersHeaders ?? [])]
    if (isPage(answer)) names.push('Link')
    // a repeat of what answers 201 otherwise
    if (status === '200' && '201' in answers) names.push('Idempotent-Replayed')
    if (status === '503') names.push('Retry-After')
    const description = answer.description === UNDESCRIBED ? descriptionOf(status, answers) : answer.description
    return [status, { ...answer, description, headers: headers(names) }] as const
  })
  return { ...errorAnswers(description, route), ...Object.fromEntries(named) }
}

/** What @fastify/swagger writes where the schema of an answer has no description. */
const UNDESCRIBED = 'Default Response'

function descriptionOf(status: string, answers: Readonly<Record<string, Answer>>): string {
  switch (status) {
    case '200':
      return '201' in answers ? 'a repeat: what the first request has made' : 'done'
    case '201':
      return 'made'
    case '202':
      return 'taken: it is done later'
    case '204':
      return 'done, without a body'
    case '503':
      return 'not now'
    default:
      throw new Error(`an answer ${status} needs a description in its schema`)
  }
}

const isPage = ({ content }: Answer): boolean => 'pagination' in (content?.['application/json']?.schema?.properties ?? {})
