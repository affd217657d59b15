import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { SAFE_HEADERS } from '../answers/answer-headers.ts'
import { errorBody, type ErrorCounter } from '../answers/error-answers.ts'
import { ApiError } from '../answers/errors.ts'
import { API_VERSION, unavailable } from '../availability.ts'
import { headerLines } from '../requests/header-lines.ts'
import { requestIdFor } from '../requests/request-id.ts'
import { countRequest, inTurn, isUnderway, watchUnderway } from '../answers/underway.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Place, Places } from './places.ts'
import { peerOf } from '../../domain/edges/peer-of.ts'
import { ownTurn } from '../../own-turn.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Head and body of a request have to be there within 30 seconds; Node looks every five. A handshake of TLS has ten. What has no Host is refused here: Node
 * would give no reason.
 */
const OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  handshakeTimeout: 10_000,
  requireHostHeader: false,
}
/** a kept-alive connection may outlive a client's pause between requests, not a forgotten one */
const KEEP_ALIVE_MS = 65_000
/**
 * A client that has taken nothing of its answer between two looks, so far apart, is cut, since the rest is held in memory for it. A slow line takes a
 * piece every few seconds.
 */
const UNREAD_MS = 60_000
/** requests of one connection that are answered or wait for that; browsers and client libraries send one at a time */
const MOST_PIPELINED = 64
const LIVENESS: ReadonlySet<string> = new Set(['/v1/health/live', '/livez'])
const READINESS: ReadonlySet<string> = new Set(['/v1/health/ready', '/readyz'])
const HEALTH: ReadonlySet<string> = new Set(['/v1/health', '/healthz'])

export interface FrontDoorParts {
  readonly version: string
  /** whole seconds since the start */
  readonly uptimeS: () => number
  readonly metrics: ErrorCounter & Pick<Metrics, 'slowReadersCut'>
  /** connections at a time; null = no limit */
  readonly maxConnections: number | null
  /** undefined = plain HTTP */
  readonly tls?: TlsOptions | undefined
}

/**
 * The port of the REST edge. It listens before the journal is replayed, so that probes can tell a gateway that starts from one that is dead: the
 * process is alive, and everything else is answered 503 until `open`.
 */
export class FrontDoor {
  readonly server: Server
  readonly #secure: SecureServer | undefined
  readonly #places: Places
  /** places of those that have not ended their handshake, by peer */
  readonly #handshakes = new Map<string, Place>()
  readonly #parts: FrontDoorParts
  #handler: Handler | undefined
  #isOpen = false

  constructor(parts: FrontDoorParts) {
    this.#parts = parts
    const listener: Handler = (request, response) => this.#take(request, response)
    this.#secure = parts.tls && createSecureServer({ ...OPTIONS, ...parts.tls }, listener)
    // before Node's own listener, which reads
    this.#secure?.prependListener('secureConnection', (secure) => this.#endHandshake(secure))
    this.server = this.#secure ?? createServer(OPTIONS, listener)
    this.#places = new Places(parts.maxConnections ?? Infinity)
    // Node's own listener begins to read: it gets only connections that have a place
    const [read] = this.server.listeners('connection')
    this.server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      if (!this.#takesPlace(socket)) socket.destroy()
      else if (this.#secure === undefined) read!.call(this.server, socket)
      else this.#awaitHandshake(socket, () => read!.call(this.server, socket))
    })
    // nobody needs to know what else a client expects: RFC 9110 section 10.1.1 leaves a refusal to us
    this.server.on('checkExpectation', listener)
    this.server.keepAliveTimeout = KEEP_ALIVE_MS
    this.server.timeout = UNREAD_MS
    this.server.on('timeout', (socket) => this.#cutUnread(socket))
  }

  /** Rejects with the system's error where it can't listen there. */
  listen({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen({ host, port }, () => {
        this.server.off('error', reject)
        resolve()
      })
    })
  }

  /** Who answers once the door is open: for Fastify's `serverFactory`. */
  lead(handler: Handler): Server {
    this.#handler = handler
    return this.server
  }

  /** TLS handshakes from now on are made with this certificate. */
  useCertificate(tls: TlsOptions): void {
    this.#secure?.setSecureContext(tls)
  }

  open(): void {
    this.#isOpen = true
  }

  /** Resolves when the last connection has ended; Node ends those that wait for nothing at once. */
  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  /** Ends every connection, whatever it is doing. */
  cut(): void {
    this.#places.cut()
  }

  #takesPlace(socket: Socket): boolean {
    const place = this.#places.take(socket)
    if (place === undefined) return false
    if (this.#secure === undefined) watchUnderway(socket, place)
    else {
      const peer = peerOf(socket)
      this.#handshakes.set(peer, place)
      socket.once('close', () => this.#handshakes.get(peer) === place && this.#handshakes.delete(peer))
    }
    return true
  }

  /**
   * A handshake takes half a millisecond of the thread that matches orders: where many clients begin theirs at once, each has a turn of the event
   * loop of its own. A client that says nothing is cut after as long as a whole handshake may take.
   */
  #awaitHandshake(socket: Socket, begin: () => void): void {
    // nobody has taken it yet, and an error without a listener ends the process
    socket.on('error', nothing)
    const late = setTimeout(() => socket.destroy(), this.#parts.tls?.handshakeTimeout ?? OPTIONS.handshakeTimeout)
    socket.once('close', () => clearTimeout(late))
    socket.once('readable', () => {
      clearTimeout(late)
      void ownTurn().then(() => {
        // what there is without a byte is the end
        if (socket.readableLength > 0 && !socket.destroyed) begin()
        else socket.destroy()
      })
    })
  }

  /** Requests come on another socket than the one that was taken. Who has gone meanwhile has no address any more. */
  #endHandshake(secure: TLSSocket): void {
    const peer = peerOf(secure)
    const place = this.#handshakes.get(peer)
    if (place === undefined) secure.destroy()
    else watchUnderway(secure, place)
    this.#handshakes.delete(peer)
  }

  /**
   * Requests of a connection are answered one after the other. A client that sends on and on without waiting for answers is cut: what comes in one
   * read is parsed in one turn, a thousand requests maybe.
   */
  #take(request: IncomingMessage, response: ServerResponse): void {
    const underway = countRequest(request, response)
    if (underway === 1) this.#answer(request, response)
    else if (underway <= MOST_PIPELINED) inTurn(request.socket, () => this.#answer(request, response))
    else request.socket.destroy()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const fault = hostFault(request)
    if (fault !== undefined) this.#refuseForHost(fault, request, response)
    else if (this.#isOpen) this.#handler!(request, response)
    else this.#answerStarting(request, response)
  }

  /** Nothing has moved on a connection for UNREAD_MS. One whose answer is still being made has time; event streams cut who does not read sooner. */
  #cutUnread(socket: Socket): void {
    const isUnread = socket.writableLength > 0
    if (isUnread) this.#parts.metrics.slowReadersCut.rest++
    if (isUnread || !isUnderway(socket)) socket.destroy()
  }

  #answerStarting(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?', 1)[0]!
    const requestId = requestIdFor(request.headers['x-request-id'], Date.now())
    const isAlive = LIVENESS.has(path)
    const error = unavailable('replaying')
    response.writeHead(isAlive ? 200 : error.status, { ...headersOf(requestId), ...(isAlive ? {} : error.headers) })
    if (isAlive) response.end(JSON.stringify({ status: 'pass' }))
    else if (READINESS.has(path)) response.end(JSON.stringify({ status: 'fail' }))
    else if (HEALTH.has(path)) response.end(JSON.stringify(this.#startingHealth()))
    else response.end(this.#errorText(error, requestId))
  }

  #startingHealth() {
    const { version, uptimeS } = this.#parts
    const reason = 'the journal is being replayed'
    return { status: 'fail', version, uptime_s: uptimeS(), checks: { engine: 'fail' }, reasons: { engine: reason } }
  }

  #refuseForHost(fault: string, request: IncomingMessage, response: ServerResponse): void {
    const requestId = requestIdFor(request.headers['x-request-id'], Date.now())
    const error = new ApiError('VALIDATION_ERROR', fault)
    response.writeHead(error.status, { ...headersOf(requestId), connection: 'close' })
    response.end(this.#errorText(error, requestId))
  }

  #errorText(error: ApiError, requestId: string): string {
    this.#parts.metrics.countHttpError(error.code)
    return JSON.stringify(errorBody(error, requestId))
  }
}

const nothing = (): void => undefined

/** RFC 9112 section 3.2: without one, a request of HTTP/1.1 is to be refused; so is any with two, of which a proxy before us may have gone by the other. */
function hostFault(request: IncomingMessage): string | undefined {
  const lines = headerLines(request, 'host')
  if (lines > 1) return 'A request has one Host header, not several.'
  return lines === 0 && request.httpVersion === '1.1' ? 'A request of HTTP/1.1 needs a Host header.' : undefined
}

function headersOf(requestId: string) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'x-api-version': API_VERSION,
    ...SAFE_HEADERS,
  }
}
