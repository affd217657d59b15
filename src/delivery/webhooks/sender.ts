import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { DeliveryError } from '../../storage/delivery/delivery-store.ts'
import type { LookUp } from './look-ups.ts'
import { parseRetryAfter } from './schedule.ts'
import { signatureOf } from './signature.ts'
import { Targets } from './target.ts'

/** One attempt. */
export interface Message {
  readonly url: string
  /** of the event: the same at every attempt */
  readonly id: string
  readonly body: string
  /** it is signed with each */
  readonly secrets: readonly Buffer[]
  readonly attempt: number
  readonly timeoutMs: number
  readonly allowPrivate: boolean
}

/** What became of it. */
export interface SendResult {
  readonly isSuccess: boolean
  readonly responseStatus: number | null
  /** its first 1024 bytes */
  readonly responseBody: string | null
  readonly error: DeliveryError | null
  readonly durationMs: number
  /** what the receiver asked for with a 429 or a 503 */
  readonly retryAfterMs: number | null
}

export interface SenderParts {
  /** of the product */
  readonly version: string
  /** real clock, epoch ms */
  readonly now: () => number
  /** certificates of authorities that are trusted beside the usual ones, PEM */
  readonly ca?: string
  /** left out, as the system looks up names */
  readonly lookUp?: LookUp
}

/** Sends deliveries, over connections that are kept for the next ones. */
export class Sender {
  readonly #parts: SenderParts
  readonly #targets: Targets
  readonly #http = new HttpAgent({ keepAlive: true, maxFreeSockets: 4, timeout: IDLE_MS })
  readonly #https: HttpsAgent
  /** how many bytes a connection may have brought, all together, before the next attempt over it */
  readonly #mayRead = new WeakMap<Socket, number>()
  #hasClosed = false

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#targets = new Targets(parts.lookUp)
    this.#https = new HttpsAgent({
      keepAlive: true,
      maxFreeSockets: 4,
      timeout: IDLE_MS,
      ...(parts.ca === undefined ? {} : { ca: parts.ca }),
    })
  }

  /** Never rejects: whatever goes wrong is a result. */
  async send(message: Message): Promise<SendResult> {
    const started = performance.now()
    const url = new URL(message.url)
    const left = (): number => message.timeoutMs - (performance.now() - started)
    const target = await this.#targets.resolve(url, message)
    const answer = 'error' in target ? target : await this.#postToOne(url, target.addresses, message, left)
    return resultOf(answer, Math.round(performance.now() - started), this.#parts.now())
  }

  /** Cuts what is under way: nothing is sent any more. */
  close(): void {
    this.#hasClosed = true
    this.#http.destroy()
    this.#https.destroy()
  }

  /** To the first of the addresses that takes a connection: a name such as localhost may have one at which nobody listens. */
  async #postToOne(url: URL, addresses: readonly string[], message: Message, left: () => number): Promise<Answer> {
    let answer: Answer = { error: 'connection' }
    for (const address of addresses) {
      answer = await this.#post(url, address, message, left)
      if (answer.isUnreached !== true) break
    }
    return answer
  }

  async #post(url: URL, address: string, message: Message, left: () => number): Promise<Answer> {
    const answer = await this.#postOnce(url, address, message, left())
    // a kept connection that the receiver closed just then: the request has not reached anybody
    return answer.isStale === true ? this.#postOnce(url, address, message, left()) : answer
  }

  #postOnce(url: URL, address: string, message: Message, timeoutMs: number): Promise<Answer> {
    if (this.#hasClosed) return Promise.resolve({ error: 'connection' })
    return new Promise((resolve) => {
      const request = this.#begin(url, address, message)
      const settle = (answer: Answer): void => {
        clearTimeout(timer)
        resolve(answer)
      }
      /** the answer, as far as it has come */
      let heard: (() => Answer) | undefined
      const timer = setTimeout(
        () => {
          // who has answered in time may take its time with the body
          settle(heard?.() ?? { error: 'timeout' })
          request.destroy()
        },
        Math.max(0, timeoutMs),
      )
      request.on('socket', (socket) => this.#limit(socket))
      request.on('response', (response) => {
        const start = readStart(response, () => settle(heard!()))
        heard = () => ({ response, body: start() })
      })
      // nothing follows a 101, with which the receiver has left HTTP: `response` is not emitted
      request.on('upgrade', (response, socket) => {
        settle({ response, body: Buffer.alloc(0) })
        socket.destroy()
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        // an answer that has begun ends with it
        if (heard !== undefined) return
        settle({
          error: errorOf(error),
          isStale: request.reusedSocket && error.code === 'ECONNRESET',
          isUnreached: UNREACHED.includes(error.code!),
        })
      })
      request.end(message.body)
    })
  }

  /** The request with its head; the body is still to be written. */
  #begin(url: URL, address: string, { id, body, secrets, attempt }: Message): ClientRequest {
    const timestamp = Math.floor(this.#parts.now() / 1000)
    const isSecure = url.protocol === 'https:'
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const send = isSecure ? httpsRequest : httpRequest
    return send({
      agent: isSecure ? this.#https : this.#http,
      method: 'POST',
      // the address that was looked at, and the name that the certificate has to show
      host: address,
      ...(isSecure && isIP(name) === 0 ? { servername: name } : {}),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Fillgate/${this.#parts.version}`,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(secrets, { id, timestamp, body }),
        'webhook-attempt': String(attempt),
      },
    })
  }

  /**
   * Cuts a receiver that sends more for an attempt than an answer has, whatever it is made of: a body, interim answers (1xx), extensions of chunks, or what
   * comes behind the answer, on a connection that is kept and that nobody reads.
   */
  #limit(socket: Socket): void {
    const isNew = !this.#mayRead.has(socket)
    this.#mayRead.set(socket, socket.bytesRead + LONGEST_ANSWER)
    if (!isNew) return
    socket.on('data', () => {
      if (socket.bytesRead > this.#mayRead.get(socket)!) socket.destroy(new Error('the receiver sends too much'))
    })
  }
}

interface Answer {
  readonly response?: IncomingMessage
  readonly body?: Buffer
  readonly error?: DeliveryError
  readonly isStale?: boolean
  /** no connection came about: nobody has the request */
  readonly isUnreached?: boolean
}

const UNREACHED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']

function resultOf({ response, body, error }: Answer, durationMs: number, now: number): SendResult {
  if (response === undefined)
    return { isSuccess: false, responseStatus: null, responseBody: null, error: error ?? null, durationMs, retryAfterMs: null }
  const status = response.statusCode!
  return {
    isSuccess: status >= 200 && status < 300,
    responseStatus: status,
    responseBody: body!.toString('utf8'),
    error: status >= 300 && status < 400 ? 'redirect' : null,
    durationMs,
    retryAfterMs: status === 429 || status === 503 ? parseRetryAfter(response.headers['retry-after'], now) : null,
  }
}

/** Reads a body to its end, so that the connection can be used again. What is returned gives the start of what has come so far. */
function readStart(response: IncomingMessage, done: () => void): () => Buffer {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.on('close', done)
  return () => Buffer.concat(chunks).subarray(0, KEPT_BYTES)
}

function errorOf({ code = '' }: NodeJS.ErrnoException): DeliveryError {
  return /CERT|SSL|TLS|SIGNATURE|EPROTO|UNABLE_TO/.test(code) ? 'tls' : 'connection'
}

const KEPT_BYTES = 1024
/** with its head */
const LONGEST_ANSWER = 64 * 1024
/** kept connections */
const IDLE_MS = 60_000
