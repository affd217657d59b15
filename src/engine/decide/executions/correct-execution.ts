import { formatMoney, formatQuantity } from '../../../domain/amounts/amounts.ts'
import type { BustExecution, CorrectExecution, HistoryEntry, LoadedSide, LoadedTrade } from '../../../domain/commands/execution-command.ts'
import type { Command } from '../../../domain/command.ts'
import type { Event } from '../../../domain/event.ts'
import { addNotional, mostLots, type Notional, subtractNotional } from '../../../domain/amounts/notional.ts'
import { Cover, isOpen, type Order, OrderStatus, Pending, Scenario } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { ofToday } from '../../orders/day-figures.ts'
import { end, leavesOf, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { heldNow } from '../../venue/pending.ts'
import { tradeCents } from '../../accounts/trade-cents.ts'
import { basisOf } from '../../accounts/positions.ts'
import type { Run } from '../../run.ts'
import { checkSize, checkTradePrice, checkWholeShares } from '../checks/check-order.ts'
import { giveBackToOther, takeBackFromExits } from '../groups/take-back.ts'
import { waitsForSession } from '../matching/waits-at-entry.ts'
import { cancelRest, workAgain } from '../matching/work-again.ts'

/** What a side of the trade is to be after the bust (nothing) or the correction. */
interface Corrected {
  readonly lots: number
  readonly ticks: number
}

/** 150=H on both sides: the trade never was. The side that the operator named stands first. */
export function bustExecution(run: Run, { trade }: BustExecution): Result {
  const refusal = checkTrade(run, trade)
  if (refusal) return { refusal }
  return reverse(run, trade!, undefined)
}

/** 150=G on both sides: another quantity or price. */
export function correctExecution(run: Run, command: CorrectExecution): Result {
  const refusal = checkTrade(run, command.trade)
  if (refusal) return { refusal }
  const trade = command.trade!
  const named = trade.sides[0]!
  const corrected = { lots: command.quantityLots ?? named.lots, ticks: command.priceTicks ?? named.priceTicks }
  const { instrument } = named.fill.order
  const fault =
    checkCorrected(corrected) ??
    checkWholeShares(run.state.instruments[instrument]!, command.quantityLots ?? 0) ??
    trade.sides.map((side) => checkRoom(run, side, corrected)).find((found) => found !== undefined)
  return fault ? { refusal: fault } : reverse(run, trade, corrected)
}

/** A bust or a correction whose trade was read before these events: what an account has filled in them belongs to its history too. */
export function withFillsSince(command: Command, events: readonly Event[]): Command {
  if ((command.type !== 'BustExecution' && command.type !== 'CorrectExecution') || !command.trade) return command
  const sides = command.trade.sides.map((side): LoadedSide => {
    const { account, instrument } = side.fill.order
    const since = events
      .filter((event) => event.type === 'OrderFilled')
      .filter(({ order }) => order.account === account && order.instrument === instrument)
      .map(({ order, lastLots: lots, lastTicks: priceTicks }) => ({ side: order.side, lots, priceTicks }))
    return { ...side, history: [...side.history, ...since] }
  })
  return { ...command, trade: { ...command.trade, sides } }
}

function checkCorrected({ lots, ticks }: Corrected): Refusal | undefined {
  if (lots <= 0)
    return { code: 'INVALID_QUANTITY', message: 'The quantity has to be above zero; a bust takes it all back.', field: 'quantity' }
  return checkTradePrice(ticks)
}

/** Whether an order can have been filled that much: up to its quantity, a cash order up to its amount. */
function checkRoom(run: Run, side: LoadedSide, corrected: Corrected): Refusal | undefined {
  const order = orderOf(run, side)
  const filled = order.filledLots - side.lots + corrected.lots
  if (order.cashCents > 0) {
    const posted = order.postedCents - side.cents + tradeCents(order.side, corrected.ticks, corrected.lots)
    const message = `The order is for ${formatMoney(order.cashCents)} and would have traded ${formatMoney(posted)}.`
    return posted > order.cashCents ? { code: 'VALIDATION_ERROR', message, field: 'quantity' } : checkSize(filled)
  }
  if (filled <= order.quantityLots) return undefined
  const message = `The order is for ${formatQuantity(order.quantityLots)} and would be filled ${formatQuantity(filled)}.`
  return { code: 'VALIDATION_ERROR', message, field: 'quantity' }
}

function checkTrade(run: Run, trade: LoadedTrade | undefined): Refusal | undefined {
  // a reset of the sandbox has left its accounts behind
  if (!trade || trade.sides.length === 0 || trade.sides.some(({ fill }) => run.state.account(fill.order.account).gone))
    return { code: 'EXECUTION_NOT_FOUND', message: 'The execution is not known.' }
  if (trade.sides.some((side) => isBeforeSplit(run, side)))
    return { code: 'VALIDATION_ERROR', message: 'The execution is from before a split: it counts shares that are no more.' }
  if (trade.sides.some((side) => side.busted)) return { code: 'EXECUTION_ALREADY_BUSTED', message: 'The execution is already busted.' }
  return undefined
}

function isBeforeSplit(run: Run, { fill }: LoadedSide): boolean {
  const { splits } = run.state.market(run.state.account(fill.order.account).market)
  return splits.some(({ instrument, exDay }) => instrument === fill.order.instrument && fill.tradeDay < exDay)
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
  for (const one of working) giveBackToOther(run, one.number)
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
  const cents = corrected ? tradeCents(before.side, corrected.ticks, corrected.lots) : 0
  const { order, reopens } = orderAfter(run, before, { side, corrected, cents })
  const basis = basisOf(side.history.map((entry, index) => (own.includes(index) ? correctedEntry(entry, corrected) : entry)))
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
  if (order.filledLots < before.filledLots) takeBackFromExits(run, order)
  return isOpen(order.status) ? { number: order.number, reopened: reopens } : undefined
}

/** The order once its fill counts as corrected, or not at all; whether it works again, which had ended as filled. */
function orderAfter(
  run: Run,
  before: Order,
  { side, corrected, cents }: { readonly side: LoadedSide; readonly corrected: Corrected | undefined; readonly cents: number },
): { readonly order: NextOrder; readonly reopens: boolean } {
  const market = run.state.market(run.state.account(before.account).market)
  const order: NextOrder = { ...ofToday(market, before) }
  countAnew(order, { side, corrected, cents, isEarlierDay: side.fill.tradeDay < market.tradeDay })
  order.updatedAt = run.at
  if (!isOpen(before.status)) {
    // what its last fill said of a request that came too late
    order.pending = Pending.None
    order.held = order.scenario !== Scenario.None || waitsForSession(run, order)
  }
  const complete = isComplete(order, before)
  const reopens = before.status === OrderStatus.Filled && !complete
  // the other exit of its group has ended with it
  if (reopens && order.cover === Cover.Sibling) order.cover = Cover.Own
  if (reopens || (isOpen(before.status) && !complete)) resume(run, order)
  else if (isOpen(before.status)) end(order, OrderStatus.Filled, run.at)
  return { order, reopens }
}

/** The fill in the history of its account, as it counts from now on. */
function correctedEntry(fill: HistoryEntry, corrected: Corrected | undefined): HistoryEntry {
  return corrected ? { ...fill, lots: corrected.lots, priceTicks: corrected.ticks } : { ...fill, lots: 0 }
}

/** What an order has filled, with the corrected fill, or none, in place of the one that was. */
function countAnew(
  order: NextOrder,
  { side, corrected, cents, isEarlierDay }: { side: LoadedSide; corrected: Corrected | undefined; cents: number; isEarlierDay: boolean },
): void {
  const changeLots = (corrected?.lots ?? 0) - side.lots
  order.filledLots += changeLots
  const notional = replaced({ whole: order.notionalWhole, fraction: order.notionalFraction }, side, corrected)
  order.notionalWhole = notional.whole
  order.notionalFraction = notional.fraction
  order.postedCents += cents - side.cents
  // where the moment at which the order ended is also that at which the day began, its day figures may still be those of the day of the fill
  if (!isEarlierDay || order.beforeDayLots < side.lots) return
  order.beforeDayLots += changeLots
  const days = replaced({ whole: order.beforeDayWhole, fraction: order.beforeDayFraction }, side, corrected)
  order.beforeDayWhole = days.whole
  order.beforeDayFraction = days.fraction
}

/** Whether nothing is left to fill. A filled cash order stays so when a correction takes back no shares. */
function isComplete(order: Order, before: Order): boolean {
  if (order.cashCents === 0) return order.filledLots === order.quantityLots
  if (order.postedCents === order.cashCents || mostLots(order.filledLots) === 0) return true
  return before.status === OrderStatus.Filled && order.filledLots >= before.filledLots
}

function replaced(notional: Notional, side: LoadedSide, corrected: Corrected | undefined): Notional {
  const without = subtractNotional(notional, side.priceTicks, side.lots)
  return corrected ? addNotional(without, corrected.ticks, corrected.lots) : without
}

function resume(run: Run, order: NextOrder): void {
  const { market } = run.state.account(order.account)
  // what is still on its way to the venue is suspended when it gets there
  order.status = run.state.isHalted(market, order.instrument) && !order.inFlight ? OrderStatus.Suspended : OrderStatus.New
  order.status = workingStatus(order)
  order.endedAt = 0
  // the trade says what a share was worth then
  order.leavesLots = leavesOf(order, run.state.referenceTicks(market, order.instrument, order.side))
  const held = heldNow(run.state, order)
  order.heldCents = held.cents
  order.heldLots = held.lots
}
