import { networkOf } from '../../domain/edges/network-of.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { LogonRefusal, Metrics } from '../../telemetry/metrics.ts'
import type { ClientConnection } from './client-connection.ts'
import type { Clock } from '../clock.ts'
import { LogonGuard } from './logon-guard.ts'
import type { SessionBook } from '../session/session-book.ts'

export interface DoorLimits {
  readonly logonTimeoutMs: number
  /** Infinity = nobody is cut */
  readonly failedLogonsPerMinute: number
  readonly maxUnauthenticated: number
  readonly maxConnections: number
}

/** The socket of a TLS handshake that is not over. */
export interface Handshake {
  readonly remoteAddress?: string | undefined
  destroy(): unknown
}

export interface RefusedConnection {
  readonly reason: LogonRefusal
  /** at most 64 characters of what a stranger has called himself: neither the log nor memory is his to fill */
  readonly compId: string
  readonly address: string
  /** for the log alone */
  readonly detail?: string | undefined
}

/** Who may connect at all, and what becomes of those who are not let in: no message, a line in the log, a metric. */
export class Doorkeeper {
  /** sessions whose password is being checked */
  readonly checking = new Set<SessionBook>()
  readonly #all = new Set<ClientConnection>()
  readonly #unauthenticated = new Set<ClientConnection>()
  readonly #handshakes = new Set<Handshake>()
  readonly #guard: LogonGuard
  readonly #limits: DoorLimits
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #metrics: Metrics
  #isShut = false
  readonly #whenEmpty: (() => void)[] = []

  constructor(parts: { readonly limits: DoorLimits; readonly clock: Clock; readonly logger: Logger; readonly metrics: Metrics }) {
    this.#limits = parts.limits
    this.#clock = parts.clock
    this.#logger = parts.logger
    this.#metrics = parts.metrics
    this.#guard = new LogonGuard(parts.limits.failedLogonsPerMinute)
  }

  /** Whether a connection from this address is taken; otherwise it is cut unread. A client that has gone already has no address, and takes nobody's place. */
  takes(address: string): boolean {
    if (address === '') return false
    const refusal = this.#refusal(networkOf(address))
    if (refusal !== undefined) this.#metrics.countRefusedLogon(refusal)
    return refusal === undefined
  }

  #refusal(network: string): LogonRefusal | undefined {
    if (this.#isShut || this.#all.size + this.#handshakes.size >= this.#limits.maxConnections) return 'too_many_connections'
    if (this.#guard.isCut(network, this.#clock.monotonicMs())) return 'too_many_failures'
    if (this.unauthenticated < this.#limits.maxUnauthenticated) return undefined
    return this.#makeRoomFor(network) ? undefined : 'too_many_connections'
  }

  /**
   * Cuts the connection that has waited longest for its Logon in the network that holds the most places, if that network has more than the newcomer's
   * would have: so no network, which mostly is one address, keeps the others out. Its own newcomers are refused unread, since each connection that is
   * taken costs half a megabyte. False where nobody is cut.
   */
  #makeRoomFor(newcomer: string): boolean {
    const held = new Map<string, number>()
    const waiting = [...this.#handshakes, ...[...this.#unauthenticated].filter(({ isWaiting }) => isWaiting)]
    const networks = waiting.map(({ remoteAddress = '' }) => networkOf(remoteAddress))
    for (const network of networks) held.set(network, (held.get(network) ?? 0) + 1)
    const most = Math.max(0, ...held.values())
    if (most <= (held.get(newcomer) ?? 0) + 1) return false
    const longest = waiting[networks.findIndex((network) => held.get(network) === most)]!
    this.#metrics.countRefusedLogon('too_many_connections')
    if ('cut' in longest) longest.cut('another connection has taken its place')
    else {
      this.#handshakes.delete(longest)
      longest.destroy()
    }
    return true
  }

  /** A TLS handshake has begun: it counts as a connection that has not logged on. */
  handshakeBegan(handshake: Handshake): void {
    this.#handshakes.add(handshake)
  }

  handshakeEnded(handshake: Handshake): void {
    this.#handshakes.delete(handshake)
  }

  opened(connection: ClientConnection): void {
    this.#all.add(connection)
    this.#unauthenticated.add(connection)
  }

  admitted(connection: ClientConnection): void {
    this.#unauthenticated.delete(connection)
  }

  /** A Logon, or a handshake, was refused. */
  refused({ reason, compId, address, detail }: RefusedConnection): void {
    this.#metrics.countRefusedLogon(reason)
    this.#logger.warn({ reason, comp_id: compId, remote: address, detail }, 'FIX logon refused')
    // Who knows the password is no stranger: it comes at the wrong time.
    if (!NOT_A_STRANGER.has(reason)) this.#guard.refused(networkOf(address), compId, this.#clock.monotonicMs())
  }

  closed(connection: ClientConnection): void {
    this.#all.delete(connection)
    this.#unauthenticated.delete(connection)
    if (this.#all.size === 0) for (const run of this.#whenEmpty.splice(0)) run()
  }

  get unauthenticated(): number {
    return this.#unauthenticated.size + this.#handshakes.size
  }

  get isShut(): boolean {
    return this.#isShut
  }

  /** Takes nobody any more; resolves when everybody who is in has left. */
  async shut(bid: (connection: ClientConnection) => void): Promise<void> {
    this.#isShut = true
    for (const handshake of this.#handshakes) handshake.destroy()
    for (const connection of [...this.#all]) bid(connection)
    if (this.#all.size > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve))
  }
}

const NOT_A_STRANGER: ReadonlySet<LogonRefusal> = new Set<LogonRefusal>(['disabled', 'out_of_schedule', 'already_logged_on', 'timeout'])
