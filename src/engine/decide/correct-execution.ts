import { formatQuantity } from '../../domain/amounts.ts'
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
  for (const side of trade.sides) {
    const order = orderOf(run, side)
    const filled = order.filledLots - side.lots + corrected.lots
    if (order.cashCents === 0 && filled > order.quantityLots)
      return {
        refusal: {
          code: 'VALIDATION_ERROR',
          message: `The order is for ${formatQuantity(order.quantityLots)} and would be filled ${formatQuantity(filled)}.`,
          field: 'quantity',
        },
      }
  }
  return reverse(run, trade, corrected)
}

function checkTrade(trade: LoadedTrade | undefined): Refusal | undefined {
  if (!trade || trade.sides.length === 0) return { code: 'EXECUTION_NOT_FOUND', message: 'The execution is not known.' }
  if (trade.sides.some((side) => side.busted)) return { code: 'EXECUTION_ALREADY_BUSTED', message: 'The execution is already busted.' }
  return undefined
}

const orderOf = (run: Run, side: LoadedSide): Order => run.state.order(side.fill.order.number) ?? side.order ?? side.fill.order

function reverse(run: Run, trade: LoadedTrade, corrected: Corrected | undefined): Result {
  const reopened: number[] = []
  for (const side of trade.sides) {
    const number = reverseSide(run, side, corrected)
    if (number !== undefined) reopened.push(number)
  }
  // Both sides working again would make the same trade anew: the named side works, the other's rest is cancelled.
  const [named, ...others] = reopened
  for (const number of others) cancelRest(run, number, 'the rest is cancelled with its busted execution')
  if (named !== undefined) workAgain(run, named)
  return DONE
}

/** Emits one side's report; the number of its order when that works again. */
function reverseSide(run: Run, side: LoadedSide, corrected: Corrected | undefined): number | undefined {
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
  if (fill.tradeDay < market.tradeDay) {
    order.beforeDayLots = Math.max(0, before.beforeDayLots + lots - side.lots)
    const day = replaced({ whole: before.beforeDayWhole, fraction: before.beforeDayFraction }, side, corrected)
    order.beforeDayWhole = day.whole
    order.beforeDayFraction = day.fraction
  }
  const complete =
    order.cashCents > 0 ? before.status === OrderStatus.Filled && corrected !== undefined : order.filledLots === order.quantityLots
  const reopens = before.status === OrderStatus.Filled && !complete
  if (reopens || (isOpen(before.status) && !complete)) resume(order, corrected?.ticks ?? side.priceTicks)
  else if (isOpen(before.status)) end(order, OrderStatus.Filled, at)
  const basis = basisOf(
    side.history.map((one, index) => {
      const own = index === side.indexOfThis
      return { buy: one.side === Side.Buy, lots: own ? lots : one.lots, priceTicks: own && corrected ? corrected.ticks : one.priceTicks }
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
  return reopens ? order.number : undefined
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

/** An order that a bust has opened again trades like any other, unless nothing covers it or its time is over. */
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
  if (!covered || over) {
    cancelRest(run, number, covered ? 'the rest is cancelled: its time in force is over' : 'the rest is cancelled: nothing covers it')
    return
  }
  const book = state.book(account.market, order.instrument)
  match(run, book, slot)
  triggerStops(run, book)
}

function cancelRest(run: Run, number: number, text: string): void {
  cancelUnsolicited(run, run.state.directory.get(number), { reason: CancelReason.System, restatement: 4, text })
}
