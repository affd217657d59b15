import type { Event } from '../domain/event.ts'
import { marketOf } from '../domain/order.ts'
import { dueAt, nextTickAt } from './due.ts'
import { realTime } from './market-clock.ts'
import type { EngineState } from './state.ts'

/**
 * When the next thing is due in each market, on the real clock. Asked at every commit, of a thousand markets: one is looked at again only
 * after an event has touched it.
 */
export class DueMoments {
  private readonly state: EngineState
  private readonly moments: number[] = []
  private readonly touched = new Set<number>()

  constructor(state: EngineState) {
    this.state = state
  }

  /** An event has been applied. */
  note(event: Event): void {
    if ('market' in event) this.touched.add(event.market)
    else if ('order' in event && event.order) this.touched.add(marketOf(event.order.number))
    else if ('account' in event) this.touched.add(this.state.account(event.account).market)
  }

  /** Of one market, epoch ms; Infinity when nothing is. */
  of(index: number): number {
    const known = this.moments[index]
    if (known !== undefined && !this.touched.delete(index)) return known
    const market = this.state.market(index)
    return (this.moments[index] = realTime(market.clock, Math.min(dueAt(this.state, market), nextTickAt(this.state, market))))
  }

  /** The soonest of all markets. */
  get next(): number {
    for (const index of this.touched) this.of(index)
    let next = Infinity
    for (let index = 0; index < this.state.markets.length; index++) {
      const moment = this.moments[index] ?? this.of(index)
      if (moment < next) next = moment
    }
    return next
  }
}
