import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Availability, unavailable } from '../availability.ts'
import { ApiError, type ErrorCode } from './errors.ts'

/** Told of every answer that is our own fault. */
export type ReportFailure = (error: unknown, request: { readonly id: string; readonly route: string }) => void

/** Told of every error body that is sent. */
export type ErrorCounter = Pick<Metrics, 'countHttpError'>

export interface ErrorAnswerParts {
  readonly metrics: ErrorCounter
  readonly reportFailure: ReportFailure
  readonly availability: () => Availability
}

/** The server's error handler. Nothing of an unexpected error leaves: the client learns the request id, the log the rest. */
export function errorAnswers(parts: ErrorAnswerParts): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const answer = error instanceof ApiError ? error : (frameworkError(error) ?? internalError(error, request))
    parts.metrics.countHttpError(answer.code)
    request.errorCode = answer.code
    sendError(answer, request, reply)
  }

  function internalError(error: unknown, request: FastifyRequest): ApiError {
    // what waited for a commit that will not come
    if (parts.availability() === 'failed') return unavailable('failed')
    parts.reportFailure(error, { id: request.id, route: `${request.method} ${request.routeOptions.url ?? ''}` })
    return new ApiError('INTERNAL_ERROR', 'The request could not be completed. Quote the request id when you ask about it.')
  }
}

/** The default body, or RFC 9457 where the client asks for it: one error, two faces (docs/api-contract.md section 2). */
function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  reply.code(error.status)
  if (error.headers !== undefined) reply.headers(error.headers)
  // members in the order in which the contract shows them; errors are not what has to be fast
  reply.serializer((body: unknown) => JSON.stringify(body))
  if (error.status === 401) reply.header('www-authenticate', 'Basic realm="brokerage"')
  // Fastify closes the connection; a client that is still sending would see it break instead of the answer. Node throws away what comes
  if (error.code === 'PAYLOAD_TOO_LARGE') reply.removeHeader('connection')
  if (request.headers.accept?.includes('application/problem+json') === true) {
    reply.type('application/problem+json; charset=utf-8').send(problemBody(error, request.id))
  } else {
    reply.type('application/json; charset=utf-8').send(errorBody(error, request.id))
  }
}

export function errorBody(error: ApiError, requestId: string) {
  return {
    error: { code: error.code, message: error.message, field: error.field, details: error.details, request_id: requestId },
  }
}

/** Members of `details` become members of the problem, but for the status of what the error is about: a problem's own status is that of HTTP. */
function problemBody(error: ApiError, requestId: string) {
  const { status, ...details } = error.details ?? {}
  return {
    ...details,
    type: `urn:problem:${error.code}`,
    title: titleOf(error.code),
    status: error.status,
    detail: error.message,
    instance: requestId,
    code: error.code,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(status === undefined ? {} : { details: { status } }),
  }
}

/** `INSUFFICIENT_BUYING_POWER` is "Insufficient buying power". */
function titleOf(code: ErrorCode): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What Fastify itself, or what serves the documentation's files, refuses in a request. */
function frameworkError(error: unknown): ApiError | undefined {
  const { code, statusCode = 500 } = (error ?? {}) as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('PAYLOAD_TOO_LARGE', 'The body is larger than this route accepts.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType()
    case 'FST_ERR_BAD_URL':
      return new ApiError('NOT_FOUND', 'The path is not validly encoded.')
    default:
      // a client that went away within its body; a file's name with `..` in it; a condition on a file, or a part of it, that can't be met
      return statusCode < 500 ? new ApiError('VALIDATION_ERROR', 'The request is not one that can be answered.') : undefined
  }
}

export function unsupportedMediaType(): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, with Content-Type: application/json.')
}

/** RFC 9110 section 15.5.16: it says what is taken instead. */
export function unsupportedEncoding(encoding: string): ApiError {
  const message = `The body must come without a Content-Encoding, not as ${encoding.slice(0, 40)}.`
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', message, { headers: { 'accept-encoding': 'identity' } })
}
