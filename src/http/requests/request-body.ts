import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
import { unsupportedEncoding, unsupportedMediaType } from '../answers/error-answers.ts'
import { ApiError } from '../answers/errors.ts'

/**
 * Stands for a body that is no JSON until the resource has been found: a missing resource is answered before a bad body
 * (docs/api-contract.md section 2).
 */
const MALFORMED = Symbol('malformed JSON')
/** Likewise for one that is nested so deeply that whoever walks through it may run out of stack. */
const TOO_DEEP = Symbol('too deep')
const MOST_LEVELS = 32
/** Likewise for one of so many values that the gateway would stand still for seconds over it: 15 MiB of an upload hold millions. */
const TOO_MANY = Symbol('too many values')
/** more than an honest body of 1 MiB can hold */
const MOST_VALUES = 100_000

/**
 * JSON and nothing else; an empty body counts as `{}` whatever its Content-Type. A member called `__proto__` is a member like any other:
 * nothing here assigns the members of a body to another object.
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const encoding = request.headers['content-encoding']
    if (body.length > 0 && encoding !== undefined && encoding.toLowerCase() !== 'identity') done(unsupportedEncoding(encoding))
    else done(null, parseJson(body as Buffer))
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {})
    else done(unsupportedMediaType())
  })
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  // JSON is UTF-8; what is not would be stored with other characters than those that were meant
  if (!isUtf8(body)) return MALFORMED
  const text = body.toString()
  const refused = refusedShape(text)
  if (refused !== undefined) return refused
  try {
    const body: unknown = JSON.parse(text)
    return ESCAPED_HALF.test(text) && hasHalfCharacter(body) ? MALFORMED : body
  } catch {
    // a SyntaxError, the only one that parse throws
    return MALFORMED
  }
}

/** One of the two escapes that make a character such as an emoji; mostly the other stands beside it. */
const ESCAPED_HALF = /\\u[dD][89a-fA-F]/
const HALF_CHARACTER = /\p{Surrogate}/u

/** Half a character is none, and UTF-8 has no bytes for it: it, too, would be stored as another. */
function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return HALF_CHARACTER.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => HALF_CHARACTER.test(name) || hasHalfCharacter(member))
}

/**
 * Counts brackets and commas outside of strings, before anything is made of them: each begins a value. A text with few of them is neither too deep nor
 * of too many values, wherever they are.
 */
function refusedShape(text: string): typeof TOO_DEEP | typeof TOO_MANY | undefined {
  const fewBrackets = MOST_LEVELS / 2
  const mayBeTooDeep = hasMore(text, '{', fewBrackets) || hasMore(text, '[', fewBrackets)
  if (!mayBeTooDeep && !hasMore(text, ',', MOST_VALUES / 2)) return undefined
  let level = 0
  let values = 1
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index)
        break
      case '{':
      case '[':
        values++
        if (++level > MOST_LEVELS) return TOO_DEEP
        break
      case ',':
        values++
        break
      case '}':
      case ']':
        level--
        break
      default:
        break
    }
    if (values > MOST_VALUES) return TOO_MANY
  }
  return undefined
}

function hasMore(text: string, character: string, most: number): boolean {
  let place = -1
  for (let count = 0; count <= most; count++) {
    place = text.indexOf(character, place + 1)
    if (place < 0) return false
  }
  return true
}

/** The place of the quotation mark that ends the string which begins at `start`; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** Takes the Content-Type from a request without a body, so that it cannot be the reason for a refusal. */
export function forgetTypeOfEmptyBody(request: FastifyRequest): void {
  const { headers } = request.raw
  if (headers['content-type'] === undefined) return
  const length = headers['content-length']
  if (length === '0' || (length === undefined && headers['transfer-encoding'] === undefined)) headers['content-type'] = undefined
}

export const refuseMalformedBody: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === MALFORMED) return done(new ApiError('MALFORMED_JSON', 'The body is not valid JSON in UTF-8.'))
  if (request.body === TOO_DEEP) return done(new ApiError('VALIDATION_ERROR', `The body is nested deeper than ${MOST_LEVELS} levels.`))
  if (request.body === TOO_MANY) return done(new ApiError('VALIDATION_ERROR', `The body has more than ${MOST_VALUES} values.`))
  if (request.body === undefined) request.body = {}
  done()
}
