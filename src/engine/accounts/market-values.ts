import type { Event } from '../../domain/event.ts'
import { valueCents } from '../../domain/amounts/notional.ts'
import { marketOf } from '../../domain/orders/order.ts'
import { walkStepAt } from '../../domain/market/price-walk.ts'
import type { EngineState } from '../state.ts'

/** What the positions of an account came to when they were last asked for. */
interface Kept {
  /** changes in its market up to then */
  readonly changes: number
  /** the step of the walking prices; -1: at the prices of the books */
  readonly step: number
  readonly cents: number
}

/**
 * What the positions of accounts are worth. Asked at every reading of balances, of a thousand positions: they are summed again only after an
 * event that may have moved a price or a quantity of the market. No part of the state: snapshots and fingerprints don't know of it.
 */
export class MarketValues {
  private readonly state: EngineState
  private readonly kept: (Kept | undefined)[] = []
  private readonly changes: number[] = []
  private changesOfAll = 0

  constructor(state: EngineState) {
    this.state = state
  }

  /** An event has been applied. */
  note(event: Event): void {
    switch (event.type) {
      // orders come and go without a trade: no price and no quantity moves
      case 'OrderAccepted':
      case 'OrderPended':
      case 'OrderAcknowledged':
      case 'OrderCancelled':
      case 'OrderReplaced':
      case 'OrderRejected':
      case 'OrderExpired':
      case 'CancelRejected':
      case 'OrderStatusReported':
        return
      case 'OrderFilled':
        this.noteChange(marketOf(event.order.number))
        return
      case 'QuoteMoved':
        this.noteChange(event.market)
        return
      default:
        this.changesOfAll++
    }
  }

  /** Cents of all positions of an account, at the prices of a moment (epoch ms); undefined: at those of the books. */
  of(index: number, at: number | undefined): number {
    const { market, positions } = this.state.account(index)
    const changes = this.changesIn(market)
    const step = at === undefined ? -1 : walkStepAt(at)
    const known = this.kept[index]
    if (known?.changes === changes && known.step === step) return known.cents
    let cents = 0
    for (const position of positions.values()) cents += valueCents(this.state.currentTicksAt(market, position.instrument, at), position)
    this.kept[index] = { changes, step, cents }
    return cents
  }

  private noteChange(market: number): void {
    this.changes[market] = (this.changes[market] ?? 0) + 1
  }

  // both only grow: the sum stays the same only while neither does
  private changesIn(market: number): number {
    return (this.changes[market] ?? 0) + this.changesOfAll
  }
}
