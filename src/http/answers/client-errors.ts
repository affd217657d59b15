import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { ConnectionError } from 'fastify'
import type { Socket } from 'node:net'
import { SAFE_HEADERS } from './answer-headers.ts'
import { API_VERSION } from '../availability.ts'
import { errorBody, type ErrorCounter } from './error-answers.ts'
import { ApiError } from './errors.ts'
import { newRequestId } from '../requests/request-id.ts'
import { behindAnswers } from './underway.ts'

/**
 * Answers what is no HTTP, came too slowly or has a head that is too large, and closes the connection: there is no request to speak of. Requests that
 * came before it on the connection have their answers first.
 */
export function clientErrorAnswers(metrics: ErrorCounter): (error: ConnectionError, socket: Socket) => void {
  return (error, socket) => behindAnswers(socket, () => answer(error, socket, metrics))
}

function answer(error: ConnectionError, socket: Socket, metrics: ErrorCounter): void {
  // the client has gone
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // it has had its answer; or none can reach it: what is written before a handshake has ended waits for that end
  if (!socket.writable || error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') {
    socket.destroy(error)
    return
  }
  const refusal = new ApiError('VALIDATION_ERROR', reasonOf(error))
  metrics.countHttpError(refusal.code)
  const requestId = newRequestId(Date.now())
  const body = JSON.stringify(errorBody(refusal, requestId))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]!}`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${requestId}`,
    `x-api-version: ${API_VERSION}`,
    ...Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Node tells of its timeout once: a client that does not end its half of the connection would keep its place for good
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroySoon()
}

function reasonOf({ code }: ConnectionError): string {
  return code === 'HPE_HEADER_OVERFLOW'
    ? `Request line and headers are too large: they may have ${maxHeaderSize} bytes together.`
    : 'This is no valid HTTP/1.1 request, or it came too slowly.'
}
