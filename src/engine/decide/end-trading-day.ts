import type { EndTradingDay } from '../../domain/command.ts'
import { CancelReason, type Order, OrderStatus, TimeInForce } from '../../domain/order.ts'
import { end, type NextOrder } from '../order-lifecycle.ts'
import { DONE, type Result, type Run } from '../run.ts'

/** Ends a market's trading day: day orders end, the date rolls, what is due settles, GTC orders begin their next day. */
export function endTradingDay(run: Run, { market, nextDay }: EndTradingDay): Result {
  const { state } = run
  if (!state.calendar.isBusinessDay(nextDay))
    return { refusal: { code: 'VALIDATION_ERROR', message: 'The date is no trading day.', field: 'date' } }
  const { tradeDay } = state.market(market)
  if (nextDay <= tradeDay)
    return { refusal: { code: 'VALIDATION_ERROR', message: 'The date has to be after the present trading day.', field: 'date' } }
  const orders = openOrdersOf(run, market)
  for (const order of orders) if (order.timeInForce !== TimeInForce.Gtc) expire(run, order)
  run.emit({ type: 'TradingDayEnded', at: run.at, market, endedDay: tradeDay, nextDay })
  settleDue(run, market, nextDay)
  for (const order of orders) if (order.timeInForce === TimeInForce.Gtc) renew(run, order)
  return DONE
}

function openOrdersOf(run: Run, market: number): readonly Order[] {
  return run.state.accounts
    .filter((account) => account.market === market)
    .flatMap((account) => run.state.openOrders(account.index))
    .sort((a, b) => a.number - b.number)
}

function expire(run: Run, order: NextOrder): void {
  end(order, run.rules.dayOrderEnd === 'expire' ? OrderStatus.Expired : OrderStatus.DoneForDay, run.at, CancelReason.TimeInForce)
  run.emit({ type: 'OrderExpired', at: run.at, order, execution: run.nextExecution(order.account) })
}

function settleDue(run: Run, market: number, day: number): void {
  for (const account of run.state.accounts) {
    if (account.market !== market) continue
    for (const lot of account.settlementLots.filter((due) => due.day <= day)) {
      run.emit({ type: 'CashSettled', at: run.at, account: account.index, day: lot.day, cents: lot.cents })
    }
  }
}

/** Rules of engagement 6.13: a GTC order is restated (378=1) when its next day begins; DayCumQty(425) counts from here. */
function renew(run: Run, order: NextOrder): void {
  order.beforeDayLots = order.filledLots
  order.beforeDayWhole = order.notionalWhole
  order.beforeDayFraction = order.notionalFraction
  order.updatedAt = run.at
  run.emit({
    type: 'OrderRestated',
    at: run.at,
    order,
    execution: run.nextExecution(order.account),
    restatement: 1,
    text: '',
    keepsPlace: true,
  })
}
