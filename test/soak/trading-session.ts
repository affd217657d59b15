import { utcTimestamp } from '../support/fix-message.ts'
import { Desk } from '../system/desk.ts'
import type { Latencies } from './latencies.ts'

/** so many of its messages a desk can send again, or ask for */
const REMEMBERED = 5_000
const ASKED_AGAIN = 100

export interface TradingSessionParts {
  readonly compId: string
  readonly port: number
  readonly below: (below: number) => number
  readonly symbols: number
  readonly latencies: Latencies
}

/** One desk of the soak: it says what the load tells it to, leaves, comes back and asks for what it has heard once more. */
export class TradingSession {
  readonly desk: Desk
  readonly #parts: TradingSessionParts
  /** requests without an answer so far: when they were due */
  readonly #due = new Map<string, number>()
  /** the latest orders, for cancels and replaces: id and what stays the same */
  readonly #placed: { readonly id: string; readonly fixed: string }[] = []
  #requests = 0
  #isIn = false

  constructor(parts: TradingSessionParts) {
    this.#parts = parts
    // every second desk asks for what it missed with its Logon
    this.desk = new Desk(parts.compId, { asksByLogon: parts.compId.endsWith('2'), remembers: REMEMBERED })
    this.desk.onReport((message) => {
      const id = message.get(11) ?? ''
      const due = this.#due.get(id)
      if (due === undefined) return
      this.#due.delete(id)
      parts.latencies.add(performance.now() - due)
    })
  }

  async logOn(): Promise<void> {
    await this.desk.logOn(this.#parts.port)
    await this.desk.caughtUp()
    this.#isIn = true
  }

  /** `dueAt`: by performance.now(). */
  order(dueAt: number): void {
    const { below, symbols } = this.#parts
    const id = this.#newId()
    const fixed = `55=BENCH${1 + below(symbols)}|54=${1 + below(2)}|60=${utcTimestamp(Date.now())}`
    this.#placed.push({ id, fixed })
    this.#say('D', id, dueAt, `11=${id}|${fixed}|${this.#terms()}`)
  }

  /** Cancels an order of before, whatever has become of it: after some orders none is left open. */
  cancel(dueAt: number): void {
    const order = this.#placed.shift()
    const id = this.#newId()
    if (order !== undefined) this.#say('F', id, dueAt, `11=${id}|41=${order.id}|${order.fixed}`)
  }

  replace(dueAt: number): void {
    const order = this.#placed.at(-1 - this.#parts.below(5))
    const id = this.#newId()
    if (order === undefined) return
    this.#placed.push({ id, fixed: order.fixed })
    this.#say('G', id, dueAt, `11=${id}|41=${order.id}|${order.fixed}|${this.#terms()}`)
  }

  /** Asks for its last messages once more; the desk holds each against what it heard first. */
  async askAgain(): Promise<void> {
    if (this.#isIn) await this.desk.hearAgain(Math.max(1, this.desk.expected - ASKED_AGAIN))
  }

  /** Leaves with a Logout or without one, says something that gets lost meanwhile, and comes back: both sides have to ask for a gap. */
  async leaveAndReturn(politely: boolean): Promise<void> {
    this.#isIn = false
    await (politely ? this.desk.logOut() : this.desk.drop())
    // their answers come with the next Logon: that is no latency
    this.#due.clear()
    for (let lost = 0; lost < 3; lost++) this.order(performance.now())
    await this.logOn()
  }

  get openAtMost(): number {
    return this.#placed.length
  }

  #say(type: string, id: string, dueAt: number, body: string): void {
    if (this.#isIn) this.#due.set(id, dueAt)
    this.desk.say(type, body)
  }

  #newId(): string {
    return `${this.#parts.compId}-${this.#requests++}`
  }

  #terms(): string {
    return `40=2|44=${99 + this.#parts.below(3)}|38=${1 + this.#parts.below(9)}`
  }
}
