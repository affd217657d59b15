import { formatMoney, formatQuantity } from '../../domain/amounts.ts'
import type { BustExecution, CorrectExecution, LoadedSide, LoadedTrade } from '../../domain/command.ts'
import { addNotional, type Notional, notionalCents, subtractNotional } from '../../domain/notional.ts'
import { CancelReason, isOpen, type Order, OrderStatus, Side, TimeInForce } from '../../domain/order.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { heldCentsOf, heldLotsOf } from '../buying-power.ts'
import { end, leavesOf, type NextOrder, workingStatus } from '../order-lifecycle.ts'
import { basisOf } from '../positions.ts'
import { DONE, type Result, type Run } from '../run.ts'
import { cancelUnsolicited } from './cancel-unsolicited.ts'
import { match } from './match.ts'
import { triggerStops } from './trigger-stops.ts'

/** What a side of the trade is to be after the bust (nothing) or the correction. */
interface Corrected {
  readonly lots: number
  readonly ticks: number
}

/** 150=H on both sides: the trade never was. The side that the operator named stands first. */
export function bustExecution(run: Run, { trade }: BustExecution): Result {
  const refusal = checkTrade(trade)
  if (refusal) return { refusal }
  return reverse(run, trade!, undefined)
}

/** 150=G on both sides: another quantity or price. */
export function correctExecution(run: Run, command: CorrectExecution): Result {
  const refusal = checkTrade(command.trade)
  if (refusal) return { refusal }
  const trade = command.trade!
  const named = trade.sides[0]!
  const corrected = { lots: command.quantityLots ?? named.lots, ticks: command.priceTicks ?? named.priceTicks }
  const fault = checkCorrected(corrected) ?? trade.sides.map((side) => checkRoom(run, side, corrected)).find((found) => found !== undefined)
  return fault ? { refusal: fault } : reverse(run, trade, corrected)
}

function checkCorrected({ lots, ticks }: Corrected): Refusal | undefined {
  if (lots <= 0)
    return { code: 'INVALID_QUANTITY', message: 'The quantity has to be above zero; a bust takes it all back.', field: 'quantity' }
  if (ticks <= 0) return { code: 'INVALID_PRICE', message: 'The price has to be above zero.', field: 'price' }
  return undefined
}

/** Whether an order can have been filled that much: up to its quantity, a cash order up to its amount. */
function checkRoom(run: Run, side: LoadedSide, corrected: Corrected): Refusal | undefined {
  const order = orderOf(run, side)
  if (order.cashCents > 0) {
    const posted = order.postedCents - side.cents + notionalCents(corrected.ticks, corrected.lots)
    if (posted <= order.cashCents) return undefined
    const message = `The order is for ${formatMoney(order.cashCents)} and would have traded ${formatMoney(posted)}.`
    return { code: 'VALIDATION_ERROR', message, field: 'quantity' }
  }
  const filled = order.filledLots - side.lots + corrected.lots
  if (filled <= order.quantityLots) return undefined
  const message = `The order is for ${formatQuantity(order.quantityLots)} and would be filled ${formatQuantity(filled)}.`
  return { code: 'VALIDATION_ERROR', message, field: 'quantity' }
}

function checkTrade(trade: LoadedTrade | undefined): Refusal | undefined {
  if (!trade || trade.sides.length === 0) return { code: 'EXECUTION_NOT_FOUND', message: 'The execution is not known.' }
  if (trade.sides.some((side) => side.busted)) return { code: 'EXECUTION_ALREADY_BUSTED', message: 'The execution is already busted.' }
  return undefined
}

const orderOf = (run: Run, side: LoadedSide): Order => run.state.order(side.fill.order.number) ?? side.order ?? side.fill.order

function reverse(run: Run, trade: LoadedTrade, corrected: Corrected | undefined): Result {
  const own = (account: number): readonly number[] =>
    trade.sides.filter((side) => side.fill.order.account === account).map((side) => side.indexOfThis)
  const working = trade.sides.flatMap((side) => reverseSide(run, side, corrected, own(side.fill.order.account)) ?? [])
  // Both sides working again would make the same trade anew. An order that has worked all along stays, else the one that was named;
  // the rest of the other is cancelled.
  const stays = working.find((one) => !one.reopened) ?? working[0]
  for (const one of working) {
    if (one.reopened && one !== stays) cancelRest(run, one.number, 'the rest is cancelled with its busted execution')
  }
  for (const one of working) {
    if (one === stays || !one.reopened) workAgain(run, one.number)
  }
  return DONE
}

/** An order that works after its fill was taken back. */
interface Working {
  readonly number: number
  readonly reopened: boolean
}

/** Emits one side's report. `own`: the places in the side's history that the trade itself has. */
function reverseSide(run: Run, side: LoadedSide, corrected: Corrected | undefined, own: readonly number[]): Working | undefined {
  const { state, at } = run
  const { fill } = side
  const before = orderOf(run, side)
  const market = state.market(state.account(before.account).market)
  const lots = corrected?.lots ?? 0
  const cents = corrected ? notionalCents(corrected.ticks, corrected.lots) : 0
  const order: NextOrder = { ...before }
  order.filledLots += lots - side.lots
  setNotional(order, replaced({ whole: before.notionalWhole, fraction: before.notionalFraction }, side, corrected))
  order.postedCents += cents - side.cents
  order.updatedAt = at
  // when the order ended on the day of the fill, its day figures do not count that among the days before
  if (fill.tradeDay < market.tradeDay && before.beforeDayLots >= side.lots) {
    order.beforeDayLots = before.beforeDayLots + lots - side.lots
    const day = replaced({ whole: before.beforeDayWhole, fraction: before.beforeDayFraction }, side, corrected)
    order.beforeDayWhole = day.whole
    order.beforeDayFraction = day.fraction
  }
  const complete = isComplete(order, before)
  const reopens = before.status === OrderStatus.Filled && !complete
  if (reopens || (isOpen(before.status) && !complete)) resume(order, corrected?.ticks ?? side.priceTicks)
  else if (isOpen(before.status)) end(order, OrderStatus.Filled, at)
  const basis = basisOf(
    side.history.map((one, index) => {
      const changed = own.includes(index)
      return {
        buy: one.side === Side.Buy,
        lots: changed ? lots : one.lots,
        priceTicks: changed && corrected ? corrected.ticks : one.priceTicks,
      }
    }),
  )
  const reversal = {
    at,
    order,
    execution: market.executionCount + 1,
    executionRef: side.executionRef,
    fill: fill.execution,
    trade: fill.trade,
    side: order.side,
    reversedLots: side.lots,
    reversedTicks: side.priceTicks,
    reversedCents: side.cents,
    basisWhole: basis.whole,
    basisFraction: basis.fraction,
    reopened: reopens,
    counterparty: fill.counterparty,
    tradeDay: fill.tradeDay,
    settlementDay: fill.settlementDay,
  }
  if (corrected) run.emit({ type: 'ExecutionCorrected', ...reversal, lastLots: corrected.lots, lastTicks: corrected.ticks, cents })
  else run.emit({ type: 'ExecutionBusted', ...reversal })
  return isOpen(order.status) ? { number: order.number, reopened: reopens } : undefined
}

/** Whether nothing is left to fill. A filled cash order stays so when a correction takes back no shares. */
function isComplete(order: Order, before: Order): boolean {
  if (order.cashCents === 0) return order.filledLots === order.quantityLots
  return order.postedCents === order.cashCents || (before.status === OrderStatus.Filled && order.filledLots >= before.filledLots)
}

function replaced(notional: Notional, side: LoadedSide, corrected: Corrected | undefined): Notional {
  const without = subtractNotional(notional, side.priceTicks, side.lots)
  return corrected ? addNotional(without, corrected.ticks, corrected.lots) : without
}

function setNotional(order: NextOrder, notional: Notional): void {
  order.notionalWhole = notional.whole
  order.notionalFraction = notional.fraction
}

function resume(order: NextOrder, ticks: number): void {
  order.status = OrderStatus.New
  order.status = workingStatus(order)
  order.endedAt = 0
  order.leavesLots = leavesOf(order, ticks)
  order.heldCents = heldCentsOf(order)
  order.heldLots = heldLotsOf(order)
}

/** An order that a bust has opened again, or that has more to fill, trades like any other, unless nothing covers it or its time is over. */
function workAgain(run: Run, number: number): void {
  const { state } = run
  const slot = state.directory.get(number)
  const order = state.orderAt(slot)
  const account = state.account(order.account)
  const { tradeDay } = state.market(account.market)
  const position = account.positions.get(order.instrument)
  const covered =
    order.side === Side.Buy
      ? account.availableCents >= 0
      : position !== undefined &&
        (position.shares > position.heldShares || (position.shares === position.heldShares && position.lots >= position.heldLots))
  const over =
    order.timeInForce === TimeInForce.Ioc ||
    order.timeInForce === TimeInForce.Fok ||
    (order.timeInForce === TimeInForce.Day && order.enteredDay < tradeDay)
  const suspended = state.isSuspended(order.account, order.session)
  if (!covered || over || suspended) {
    const why = !covered ? 'nothing covers it' : over ? 'its time in force is over' : 'trading is suspended'
    cancelRest(run, number, `the rest is cancelled: ${why}`)
    return
  }
  const book = state.book(account.market, order.instrument)
  match(run, book, slot)
  triggerStops(run, book)
}

function cancelRest(run: Run, number: number, text: string): void {
  cancelUnsolicited(run, run.state.directory.get(number), { reason: CancelReason.System, restatement: 4, text })
}
