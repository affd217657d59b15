import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EngineView } from '../../domain/view.ts'
import type { ErrorCode } from '../answers/errors.ts'
import { accountOfPath } from './found-account.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** of the error that the answer is; null on others */
    errorCode: ErrorCode | null
  }
}

/** A request of a partner's credential, answered: no body, no header, no value of the query, no secret that was taken for an id. */
export interface LoggedRequest {
  readonly id: number
  readonly requestId: string
  /** when it came, epoch ms */
  readonly at: number
  readonly method: string
  /** as it was asked for, but for the query */
  readonly path: string
  /** `/v1/accounts/:accountId/orders` */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  /** UUID of the credential */
  readonly keyId: string
  /** UUID of the account that the path names, also where the request was refused before it was looked at, or an account token is for */
  readonly accountId: string | null
  readonly ip: string
  readonly userAgent: string | null
  readonly errorCode: ErrorCode | null
  readonly isReplay: boolean
}

export interface RequestLogParts {
  /** real clock, epoch ms */
  readonly now: () => number
  readonly view: Pick<EngineView, 'accounts' | 'accountById'>
}

/** Entries that are kept of a partner. */
const KEPT = 10_000
/** more than there ever are */
const REQUESTS_PER_MS = 100
const LONGEST_PATH = 2_048
const LONGEST_USER_AGENT = 256
/** of keys and of webhooks */
const SECRET = /(bsk_(?:sbx|live)_|whsec_)[^/\s]+/g

/**
 * The last requests of every partner, in memory. Ids increase by one and begin with the moment of the start, so that none comes again after a
 * restart.
 */
export class RequestLog {
  readonly #parts: RequestLogParts
  readonly #firstId: number
  readonly #partners = new Map<number, PartnerLog>()

  constructor(parts: RequestLogParts) {
    this.#parts = parts
    this.#firstId = parts.now() * REQUESTS_PER_MS + 1
  }

  of(partner: number): PartnerLog {
    let log = this.#partners.get(partner)
    if (log === undefined) this.#partners.set(partner, (log = new PartnerLog(this.#firstId)))
    return log
  }

  /** A request has been answered. `route`: the path of its route. */
  note(request: FastifyRequest, reply: FastifyReply, route: string): void {
    const { caller, raw } = request
    if (caller?.kind !== 'partner') return
    const url = raw.url ?? ''
    const query = url.indexOf('?')
    const userAgent = raw.headers['user-agent']
    const durationMs = reply.elapsedTime
    const { view } = this.#parts
    const account = request.account ?? accountOfPath(view, request) ?? (caller.account === null ? undefined : view.accounts[caller.account])
    const log = this.of(caller.partner.index)
    log.add({
      id: log.lastId + 1,
      requestId: request.id,
      at: Math.round(this.#parts.now() - durationMs),
      method: raw.method ?? '',
      path: withoutSecrets(beginningOf(url, query < 0 ? LONGEST_PATH : Math.min(query, LONGEST_PATH))),
      route,
      status: reply.statusCode,
      durationMs,
      keyId: caller.credentialId,
      accountId: account?.id ?? null,
      ip: request.ip,
      userAgent: userAgent === undefined ? null : withoutSecrets(beginningOf(userAgent, LONGEST_USER_AGENT)),
      errorCode: request.errorCode,
      isReplay: reply.getHeader('idempotent-replayed') === 'true',
    })
  }
}

/** A part of a text keeps all of it in memory, up to 16 KiB of a request's head here: its characters are copied, a byte each as they came. */
function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length), 'latin1').toString('latin1')
}

/** Every key of the partner may read the log, whatever its scopes. */
function withoutSecrets(text: string): string {
  return text.replace(SECRET, '$1[masked]')
}

/** The last requests of one partner: a ring, and who listens to what is added to it. */
export class PartnerLog {
  readonly #firstId: number
  readonly #ring: LoggedRequest[] = []
  readonly #listeners = new Set<() => void>()
  #lastId: number

  constructor(firstId: number) {
    this.#firstId = firstId
    this.#lastId = firstId - 1
  }

  /** Id of the newest entry; before the first one, of the one before it. */
  get lastId(): number {
    return this.#lastId
  }

  /** Id of the oldest entry that is kept. */
  get oldestId(): number {
    return Math.max(this.#firstId, this.#lastId - KEPT + 1)
  }

  /** Nothing has been dropped yet. */
  get isWhole(): boolean {
    return this.oldestId === this.#firstId
  }

  add(entry: LoggedRequest): void {
    this.#ring[(entry.id - this.#firstId) % KEPT] = entry
    this.#lastId = entry.id
    for (const listener of this.#listeners) listener()
  }

  /** Undefined for one that is not kept any more, or not there yet. */
  find(id: number): LoggedRequest | undefined {
    return id < this.oldestId || id > this.#lastId ? undefined : this.#ring[(id - this.#firstId) % KEPT]
  }

  /** The id before the oldest kept entry that came at a moment (epoch ms) or later. */
  idBefore(at: number): number {
    for (let id = this.oldestId; id <= this.#lastId; id++) if (this.find(id)!.at >= at) return id - 1
    return this.#lastId
  }

  /** Calls after each new entry; the returned function calls it off. */
  listen(added: () => void): () => void {
    this.#listeners.add(added)
    return () => void this.#listeners.delete(added)
  }
}
