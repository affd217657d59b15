import { STATUS_CODES } from 'node:http'
import type { ConnectionError } from 'fastify'
import type { Socket } from 'node:net'
import { SAFE_HEADERS } from './answer-headers.ts'
import { errorBody } from './error-answers.ts'
import { ApiError } from './errors.ts'
import { newRequestId } from './request-id.ts'

/** Answers what is no HTTP, came too slowly or has a head that is too large, and closes the connection: there is no request to speak of. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  // the client has gone
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = new ApiError('VALIDATION_ERROR', 'This is no valid HTTP/1.1 request, or it came too slowly.')
  if (!socket.writable) {
    socket.destroy(error)
    return
  }
  const body = JSON.stringify(errorBody(refusal, newRequestId(Date.now())))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]!}`,
    'content-type: application/json; charset=utf-8',
    ...Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
