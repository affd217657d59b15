import type { HaltSymbol } from '../../../domain/commands/market-command.ts'
import { CancelReason, OrderStatus, TimeInForce } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { OrderBook } from '../../book/order-book.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { cancelUnsolicited } from '../matching/cancel-unsolicited.ts'
import { unknownSymbol } from '../checks/unknown-symbol.ts'

/** Halts a symbol of a market until somebody resumes it; one that is halted already stays so. */
export function haltSymbol(run: Run, { market, symbol, reason, operator }: HaltSymbol): Result {
  const instrument = run.state.instrumentBySymbol(symbol)
  if (instrument === undefined) return { refusal: unknownSymbol(symbol) }
  const book = run.state.book(market, instrument)
  if (book.halted && book.pausedUntil === 0) return DONE
  haltBook(run, book, { until: 0, priceTicks: 0, reason, operator })
  return DONE
}

/** Contract section 5: in a halted symbol orders are taken, but for those that can't wait. */
export function checkHalt({ halted }: Pick<OrderBook, 'halted'>, timeInForce: TimeInForce): Refusal | undefined {
  if (!halted || timeInForce === TimeInForce.Day || timeInForce === TimeInForce.Gtc) return undefined
  return { code: 'EXCHANGE_CLOSED', message: 'The symbol is halted: it takes orders with time in force day or gtc.' }
}

/** Stops a book: its orders are suspended in the order in which they stood, those with ExecInst(18)=K are cancelled. */
export function haltBook(
  run: Run,
  book: OrderBook,
  why: { readonly until: number; readonly priceTicks: number; readonly reason: string; readonly operator: string },
): void {
  run.emit({ type: 'SymbolHalted', at: run.at, market: book.market, instrument: book.instrument, ...why })
  const { orders } = run.state
  // what is still on its way to the venue is suspended when it gets there
  for (const slot of slotsOf(run, book)) if (orders.status(slot) !== OrderStatus.Suspended) suspend(run, slot)
}

/** Takes an order out of trading for a halt: 150=9, or 150=4 with 378=6 where it asked to be cancelled then. */
export function suspend(run: Run, slot: number): void {
  const order: NextOrder = { ...run.state.orderAt(slot) }
  if (order.cancelOnHalt) {
    cancelUnsolicited(run, slot, { reason: CancelReason.System, restatement: RestatementReason.TradingHalt, text: 'the symbol is halted' })
    return
  }
  order.status = OrderStatus.Suspended
  order.updatedAt = run.at
  run.emit({ type: 'OrderSuspended', at: run.at, order, execution: run.nextExecution(order.account) })
}

/** The rows of clients in a book, queue by queue, best price and first in time first; not those that are on their way to it. */
export function slotsOf(run: Run, book: OrderBook): readonly number[] {
  const { orders } = run.state
  const queues = book.queues.filter((queue) => queue !== book.inFlight)
  return queues.flatMap((queue) => queue.slots()).filter((slot) => !orders.isHouse(slot))
}
