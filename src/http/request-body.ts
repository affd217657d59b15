import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
import { unsupportedMediaType } from './error-answers.ts'
import { ApiError } from './errors.ts'

/**
 * Stands for a body that is no JSON until the resource has been found: a missing resource is answered before a bad body
 * (docs/api-contract.md section 2).
 */
const MALFORMED = Symbol('malformed JSON')

/**
 * JSON and nothing else; an empty body counts as `{}` whatever its Content-Type. A member called `__proto__` is a member like any other:
 * nothing here assigns the members of a body to another object.
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, parseJson(body as string)))
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {})
    else done(unsupportedMediaType())
  })
}

function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    // a SyntaxError, the only one that parse throws
    return MALFORMED
  }
}

/** Takes the Content-Type from a request without a body, so that it cannot be the reason for a refusal. */
export function forgetTypeOfEmptyBody(request: FastifyRequest): void {
  const { headers } = request.raw
  if (headers['content-type'] === undefined) return
  const length = headers['content-length']
  if (length === '0' || (length === undefined && headers['transfer-encoding'] === undefined)) delete headers['content-type']
}

export const refuseMalformedBody: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === MALFORMED) return done(new ApiError('MALFORMED_JSON', 'The body is not valid JSON.'))
  request.body ??= {}
  done()
}
