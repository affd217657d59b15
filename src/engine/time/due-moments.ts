import { type Event, orderOf } from '../../domain/event.ts'
import { marketOf } from '../../domain/orders/order.ts'
import { dueAt, nextTickAt } from './due.ts'
import { realTime } from './market-clock.ts'
import type { EngineState } from '../state.ts'

/**
 * When the next thing is due in each market, on the real clock. Asked at every commit, of a thousand markets: one is looked at again only
 * after an event has touched it.
 */
export class DueMoments {
  private readonly state: EngineState
  /** undefined where an event has touched the market since */
  private readonly moments: (number | undefined)[] = []

  constructor(state: EngineState) {
    this.state = state
  }

  /** An event has been applied. */
  note(event: Event): void {
    const market = this.marketOfEvent(event)
    if (market !== undefined) this.moments[market] = undefined
  }

  private marketOfEvent(event: Event): number | undefined {
    const order = orderOf(event)
    if (order) return marketOf(order.number)
    if ('market' in event) return event.market
    return 'account' in event ? this.state.account(event.account).market : undefined
  }

  /** Of one market, epoch ms; Infinity when nothing is. */
  of(index: number): number {
    const known = this.moments[index]
    if (known !== undefined) return known
    const market = this.state.market(index)
    return (this.moments[index] = realTime(market.clock, Math.min(dueAt(this.state, market), nextTickAt(this.state, market))))
  }

  /** The soonest of all markets. */
  get next(): number {
    let next = Infinity
    for (let index = 0; index < this.state.markets.length; index++) {
      const moment = this.moments[index] ?? this.of(index)
      if (moment < next) next = moment
    }
    return next
  }
}
