import { type Event, orderOf } from '../domain/event.ts'
import { isOpen, Leg, type Order, OrderClass, rootOf } from '../domain/orders/order.ts'
import { apply } from './apply.ts'
import { NONE } from './none.ts'
import { answersToLate } from './venue/late-requests.ts'
import type { OrderBook } from './book/order-book.ts'
import type { EngineRules } from './rules.ts'
import type { EngineState } from './state.ts'

/** Where the events of a command go; the next one has journal position `position`. */
export interface EventLog {
  events: Event[]
  position: number
  /** what has happened to groups since they were last looked at */
  readonly grouped: GroupNews[]
}

/** Something has happened to an order of a group. */
export interface GroupNews {
  /** number of its first order */
  readonly root: number
  /** one of its exits has ended */
  readonly exitEnded: boolean
}

const NO_NEWS: readonly GroupNews[] = []

/** One command being decided: every event is applied as soon as it is emitted, so that what follows sees the new state. */
export class Run {
  readonly state: EngineState
  readonly rules: EngineRules
  /** epoch ms of the time of the market that it concerns */
  readonly at: number
  /** epoch ms of the real clock */
  readonly realAt: number
  /** lowest and highest price that this command has printed in the book that traded last, for its stops; 0 = none */
  printedBook: OrderBook | undefined
  lowPrint = 0
  highPrint = 0
  private readonly log: EventLog

  constructor(parts: {
    readonly state: EngineState
    readonly rules: EngineRules
    readonly at: number
    readonly realAt: number
    readonly log: EventLog
  }) {
    this.state = parts.state
    this.rules = parts.rules
    this.at = parts.at
    this.realAt = parts.realAt
    this.log = parts.log
  }

  /** Applies an event. Requests that wait for the venue and come too late by it are answered behind it. */
  emit(event: Event): void {
    const answers = this.state.requestCount > 0 ? answersToLate(this.state, event) : undefined
    const order = orderOf(event)
    if (order && order.orderClass !== OrderClass.Simple) this.log.grouped.push(newsOf(this.state, event, order))
    this.log.events.push(event)
    apply(this.state, event, this.log.position++)
    if (answers) for (const answer of answers) this.emit(answer)
  }

  /** The same command at another moment: every market has its own time, and what was due meanwhile happens when it was due. */
  atMoment(at: number): Run {
    return at === this.at ? this : new Run({ state: this.state, rules: this.rules, at, realAt: this.realAt, log: this.log })
  }

  /** From now on the trades that this command has made in a book trigger nothing. */
  forgetPrints(book: OrderBook): void {
    if (this.printedBook === book) this.printedBook = undefined
  }

  /** The groups that something has happened to, each once; each call takes them away. */
  takeGroups(): readonly GroupNews[] {
    if (this.log.grouped.length === 0) return NO_NEWS
    const ended = new Map<number, boolean>()
    for (const { root, exitEnded } of this.log.grouped.splice(0)) ended.set(root, exitEnded || ended.get(root) === true)
    return [...ended].map(([root, exitEnded]) => ({ root, exitEnded }))
  }

  get hasGroupNews(): boolean {
    return this.log.grouped.length > 0
  }

  /** Gives taken news back, for the next `takeGroups`. */
  leaveGroups(news: readonly GroupNews[]): void {
    this.log.grouped.push(...news)
  }

  /** Events in the log, those of commands before included: the difference tells what was caused. */
  get eventCount(): number {
    return this.log.events.length
  }

  /** Those that the command has caused behind the first `count`. */
  eventsBehind(count: number): readonly Event[] {
    return this.log.events.slice(count)
  }

  /** Number of the next execution report about an account's order. */
  nextExecution(account: number): number {
    return this.state.market(this.state.account(account).market).executionCount + 1
  }
}

/**
 * What an event tells the group of its order; to be asked before the event is applied. An exit ends once: what is reported about it afterwards
 * does not concern the other exit, which a bust may have opened again. A late fill does: those shares are sold.
 */
function newsOf(state: EngineState, event: Event, order: Order): GroupNews {
  const slot = state.directory.get(order.number)
  const endsNow = event.type === 'OrderFilled' || (slot !== NONE && isOpen(state.orders.status(slot)))
  return { root: rootOf(order), exitEnded: order.leg !== Leg.Entry && !isOpen(order.status) && endsNow }
}
