import type { Logger } from '../telemetry/logger.ts'
import type { LogonRefusal, Metrics } from '../telemetry/metrics.ts'
import type { ClientConnection } from './client-connection.ts'
import type { Clock } from './clock.ts'
import { LogonGuard } from './logon-guard.ts'
import type { SessionBook } from './session-book.ts'

export interface DoorLimits {
  readonly logonTimeoutMs: number
  /** Infinity = nobody is cut */
  readonly failedLogonsPerMinute: number
  readonly maxUnauthenticated: number
  readonly maxConnections: number
}

/** Who may connect at all, and what becomes of those who are not let in: no message, a line in the log, a metric. */
export class FrontDoor {
  /** sessions whose password is being checked */
  readonly checking = new Set<SessionBook>()
  readonly #all = new Set<ClientConnection>()
  readonly #unauthenticated = new Set<ClientConnection>()
  readonly #guard: LogonGuard
  readonly #limits: DoorLimits
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #metrics: Metrics
  #isShut = false
  #whenEmpty: (() => void)[] = []

  constructor(parts: { readonly limits: DoorLimits; readonly clock: Clock; readonly logger: Logger; readonly metrics: Metrics }) {
    this.#limits = parts.limits
    this.#clock = parts.clock
    this.#logger = parts.logger
    this.#metrics = parts.metrics
    this.#guard = new LogonGuard(parts.limits.failedLogonsPerMinute)
  }

  /** Whether a connection from this address is taken; otherwise it is cut unread. */
  takes(address: string): boolean {
    const refusal = this.#refusal(address)
    if (refusal !== undefined) this.#metrics.countRefusedLogon(refusal)
    return refusal === undefined
  }

  #refusal(address: string): LogonRefusal | undefined {
    if (this.#isShut || this.#all.size >= this.#limits.maxConnections) return 'too_many_connections'
    if (this.#unauthenticated.size >= this.#limits.maxUnauthenticated) return 'too_many_connections'
    return this.#guard.isCut(address, this.#clock.monotonicMs()) ? 'too_many_failures' : undefined
  }

  opened(connection: ClientConnection): void {
    this.#all.add(connection)
    this.#unauthenticated.add(connection)
  }

  admitted(connection: ClientConnection): void {
    this.#unauthenticated.delete(connection)
  }

  refused({ reason, compId, address }: { reason: LogonRefusal; compId: string; address: string }): void {
    this.#metrics.countRefusedLogon(reason)
    this.#logger.warn({ reason, comp_id: compId, remote: address }, 'FIX logon refused')
    // Who knows the password is no stranger: it comes at the wrong time.
    if (!NOT_A_STRANGER.has(reason)) this.#guard.refused(address, compId, this.#clock.monotonicMs())
  }

  closed(connection: ClientConnection): void {
    this.#all.delete(connection)
    this.#unauthenticated.delete(connection)
    if (this.#all.size === 0) for (const run of this.#whenEmpty.splice(0)) run()
  }

  get unauthenticated(): number {
    return this.#unauthenticated.size
  }

  get isShut(): boolean {
    return this.#isShut
  }

  /** Takes nobody any more; resolves when everybody who is in has left. */
  async shut(bid: (connection: ClientConnection) => void): Promise<void> {
    this.#isShut = true
    for (const connection of [...this.#all]) bid(connection)
    if (this.#all.size > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve))
  }
}

const NOT_A_STRANGER: ReadonlySet<LogonRefusal> = new Set<LogonRefusal>(['disabled', 'out_of_schedule', 'already_logged_on', 'timeout'])
