import { formatPrice, isWholeShares } from '../../../domain/amounts/amounts.ts'
import type { OrderGroup, PlaceOrder } from '../../../domain/commands/order-command.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import {
  counterOf,
  Cover,
  Leg,
  marketOf,
  type Order,
  OrderClass,
  OrderStatus,
  OrderType,
  rootOf,
  Side,
  TimeInForce,
} from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { heldLotsOf } from '../../accounts/buying-power.ts'
import { leavesOf, type NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { checkPrice, combination } from '../checks/check-order.ts'
import { suspend } from '../market/halt-symbol.ts'

/** What is wrong with an order that asks for others to hang together with it. */
export function checkGroup(command: PlaceOrder): Refusal | undefined {
  const { group, trail } = command
  if (trail) {
    if (trail.ticks > 0 === trail.basisPoints > 0) return invalid('Give either trail_price or trail_percent.', 'trail_price')
    if (command.orderType !== OrderType.Stop) return combination('Only a stop order trails.')
  }
  if (!group) return undefined
  const shape = checkShape(command, group)
  if (shape) return shape
  return (
    (group.takeProfitTicks === 0 ? undefined : checkPrice(group.takeProfitTicks, true, 'take_profit.limit_price')) ??
    (group.stopLossTicks === 0 ? undefined : checkPrice(group.stopLossTicks, true, 'stop_loss.stop_price')) ??
    (group.stopLossLimitTicks === 0 ? undefined : checkPrice(group.stopLossLimitTicks, true, 'stop_loss.limit_price')) ??
    checkOrderOfPrices(command, group)
  )
}

function checkShape(command: PlaceOrder, group: OrderGroup): Refusal | undefined {
  const { takeProfitTicks, stopLossTicks, orderClass } = group
  if (orderClass === OrderClass.Simple) return { ...combination('take_profit and stop_loss need an order_class.'), field: 'order_class' }
  const resting = command.timeInForce === TimeInForce.Day || command.timeInForce === TimeInForce.Gtc
  const whole = command.cashCents === 0 && isWholeShares(command.quantityLots)
  if (!resting || !whole || command.extendedHours || command.scenario !== undefined || command.trail)
    return combination('Orders that hang together take whole shares with time in force day or gtc in regular hours.')
  switch (orderClass) {
    case OrderClass.Bracket:
      if (command.side !== Side.Buy) return combination('A bracket begins with a buy.')
      return takeProfitTicks > 0 && stopLossTicks > 0 ? undefined : combination('A bracket needs take_profit and stop_loss.')
    case OrderClass.Oto:
      if (command.side !== Side.Buy) return combination('An oto order begins with a buy.')
      return takeProfitTicks > 0 !== stopLossTicks > 0 ? undefined : combination('An oto order needs either take_profit or stop_loss.')
    case OrderClass.Oco:
      if (command.side !== Side.Sell || command.orderType !== OrderType.Limit)
        return combination('An oco order is a sell with a limit price.')
      return stopLossTicks > 0 && takeProfitTicks === 0
        ? undefined
        : combination('An oco order needs stop_loss; its own limit is the profit.')
    default:
      return orderClass satisfies never
  }
}

function checkOrderOfPrices(command: PlaceOrder, { orderClass, takeProfitTicks, stopLossTicks }: OrderGroup): Refusal | undefined {
  const profit = orderClass === OrderClass.Oco ? command.limitTicks : takeProfitTicks
  if (profit === 0 || stopLossTicks === 0 || stopLossTicks < profit) return undefined
  return invalid(
    `The stop at a loss, ${formatPrice(stopLossTicks)}, has to be below the profit at ${formatPrice(profit)}.`,
    'stop_loss.stop_price',
  )
}

/** The exits of an order that has just been accepted: they wait for it, or (oco) work beside it. */
export function placeExits(run: Run, entry: Order, group: OrderGroup): void {
  const waits = group.orderClass !== OrderClass.Oco
  const terms: ExitTerms[] = []
  if (group.takeProfitTicks > 0) terms.push({ leg: Leg.TakeProfit, type: OrderType.Limit, limitTicks: group.takeProfitTicks, stopTicks: 0 })
  if (group.stopLossTicks > 0)
    terms.push({
      leg: Leg.StopLoss,
      type: group.stopLossLimitTicks > 0 ? OrderType.StopLimit : OrderType.Stop,
      limitTicks: group.stopLossLimitTicks,
      stopTicks: group.stopLossTicks,
    })
  for (const one of terms) placeExit(run, entry, { ...one, cover: waits ? Cover.Entry : Cover.Sibling })
}

interface ExitTerms {
  readonly leg: Leg
  readonly type: OrderType
  readonly limitTicks: number
  readonly stopTicks: number
}

function placeExit(run: Run, entry: Order, { leg, type, limitTicks, stopTicks, cover }: ExitTerms & { readonly cover: Cover }): void {
  const market = run.state.market(marketOf(entry.number))
  const number = entry.number - counterOf(entry.number) + market.orderCount + 1
  // its own id, which nobody can have used before
  const id = market.mint.mint(IdentifierKind.Order, counterOf(number))
  const exit: NextOrder = {
    ...entry,
    number,
    clientOrderId: id,
    firstClientOrderId: id,
    side: Side.Sell,
    type,
    limitTicks,
    stopTicks,
    collarTicks: 0,
    triggered: false,
    status: OrderStatus.Accepted,
    filledLots: 0,
    notionalWhole: 0,
    notionalFraction: 0,
    postedCents: 0,
    heldCents: 0,
    content: 0,
    revision: 1,
    held: cover === Cover.Entry,
    leg,
    cover,
    parent: rootOf(entry),
  }
  exit.leavesLots = leavesOf(exit, 0)
  exit.heldLots = heldLotsOf(exit)
  run.emit({ type: 'OrderAccepted', at: run.at, order: exit, execution: run.nextExecution(entry.account) })
  if (run.state.isHalted(market.index, exit.instrument)) suspend(run, run.state.directory.get(number))
}

function invalid(message: string, field: string): Refusal {
  return { code: 'INVALID_PRICE', message, field }
}
