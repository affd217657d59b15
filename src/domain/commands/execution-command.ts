import type { OrderFilled } from '../events/order-event.ts'
import type { Order, Side } from '../orders/order.ts'

/** What operators and scripts do to executions. */
export type ExecutionCommand = BustExecution | CorrectExecution | FillOrder

/** Everything that a bust or correction needs of the past; loaded by the sequencer. */
export interface LoadedTrade {
  /** both client sides of the trade as they stand after earlier corrections; the house's side has none */
  readonly sides: readonly LoadedSide[]
}

export interface LoadedSide {
  readonly fill: OrderFilled
  /** execution number that the next correction refers to with ExecRefID(19): the fill's or its last correction's */
  readonly executionRef: number
  readonly lots: number
  readonly priceTicks: number
  readonly cents: number
  readonly busted: boolean
  /** the order, when it has left the engine */
  readonly order?: Order
  /** every other effective fill and grant of the account in this instrument, oldest first, with this one at `indexOfThis` */
  readonly history: readonly HistoryEntry[]
  readonly indexOfThis: number
}

/** A purchase or sale as it counts after corrections; or a split of what was held by then, which has no lots of its own. */
export interface HistoryEntry {
  readonly side: Side
  readonly lots: number
  readonly priceTicks: number
  /** `paidLots`: a part of a share that was paid out */
  readonly split?: { readonly numerator: number; readonly denominator: number; readonly paidLots: number }
}

export interface BustExecution {
  readonly type: 'BustExecution'
  readonly trade?: LoadedTrade
}

export interface CorrectExecution {
  readonly type: 'CorrectExecution'
  readonly trade?: LoadedTrade
  readonly quantityLots?: number
  readonly priceTicks?: number
}

/** A fill by the script of a sandbox: of an open order, or the late one of an order that has been cancelled. */
export interface FillOrder {
  readonly type: 'FillOrder'
  readonly market: number
  /** of that market */
  readonly orderNumber: number
  readonly quantityLots: number
  readonly priceTicks: number
  /** the order, when it has left the engine */
  readonly known?: Order
}
