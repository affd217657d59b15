import { AccountStatus } from '../../../domain/accounts/account.ts'
import {
  formatMoney,
  formatPrice,
  formatQuantity,
  formatShares,
  isWholeShares,
  LARGEST_ORDER,
  LARGEST_ORDER_LOTS,
  LARGEST_PRICE,
  LARGEST_PRICE_TICKS,
  parseMoney,
} from '../../../domain/amounts/amounts.ts'
import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'
import { notionalCents, notionalCentsUp } from '../../../domain/amounts/notional.ts'
import { EXITS, type Order, OrderType, Side, TimeInForce } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { isOnTick } from '../../../domain/amounts/tick.ts'
import type { Account, Position } from '../../accounts/account-state.ts'
import { available, changeHeld, covers } from '../../accounts/positions.ts'
import type { Run } from '../../run.ts'
import { checkNotClosed } from './check-not-closed.ts'
import { unknownSymbol } from './unknown-symbol.ts'
import { checkGroup } from '../groups/place-group.ts'
import { checkSession } from './check-session.ts'
import { checkSuspended } from './check-suspended.ts'

/** 800 billion dollars: in ticks, and with the collar of a market order on top, the value of an order is still a safe integer. */
const LARGEST_ORDER_CENTS = 80_000_000_000_000

/**
 * What is wrong with a new order by itself, in the contract's order (section 2): symbol, account status, quantity, price and tick,
 * combination. The first that fails answers; what the edge found stands where its own check would.
 */
export function checkOrder(run: Run, command: PlaceOrder): Refusal | undefined {
  const { state } = run
  const { fault } = command
  if (fault?.code === 'THROTTLED') return fault
  const index = state.instrumentBySymbol(command.symbol)
  if (index === undefined) return unknownSymbol(command.symbol)
  const instrument = state.instruments[index]!
  const first = checkAccount(run, command) ?? checkTradable(instrument)
  if (first) return first
  // a price that could not be read says nothing about the quantity; with any other fault the quantity need not be there
  if (fault) return fault.code === 'INVALID_PRICE' ? (checkQuantity(command) ?? fault) : fault
  return (
    checkQuantity(command) ??
    checkPrices(command) ??
    checkGroup(command) ??
    checkCombination(command, instrument, state.account(command.account)) ??
    checkSession(run, command)
  )
}

/** Whether the account may trade at all. */
function checkAccount(run: Run, command: PlaceOrder): Refusal | undefined {
  const account = run.state.account(command.account)
  const closed = checkNotClosed(account)
  if (closed) return closed
  if (account.status !== AccountStatus.Active)
    return {
      code: 'ACCOUNT_NOT_ACTIVE',
      message: `The account is ${account.status}; it has to be ACTIVE to trade.`,
      details: { status: account.status },
    }
  return checkSuspended(run, command.account, command.session)
}

function checkTradable(instrument: Instrument): Refusal | undefined {
  return instrument.tradable ? undefined : refuse('ASSET_NOT_TRADABLE', `${instrument.symbol} can't be traded.`, 'symbol')
}

function checkQuantity({ quantityLots, cashCents }: PlaceOrder): Refusal | undefined {
  if (quantityLots > 0 && cashCents > 0) return refuse('INVALID_QUANTITY', 'Give quantity or notional, not both.', 'quantity')
  if (quantityLots === 0 && cashCents === 0)
    return refuse('INVALID_QUANTITY', 'A quantity or a notional above zero is required.', 'quantity')
  if (cashCents > 0 && cashCents < 100) return refuse('INVALID_QUANTITY', 'The notional has to be at least 1.00.', 'notional')
  return checkSize(quantityLots)
}

/** Whether the engine can count that many shares. */
export function checkSize(quantityLots: number): Refusal | undefined {
  if (quantityLots <= LARGEST_ORDER_LOTS) return undefined
  return refuse('INVALID_QUANTITY', `The quantity may be at most ${LARGEST_ORDER} shares.`, 'quantity')
}

/** Whether an operator or a script can give a trade that price. */
export function checkTradePrice(ticks: number): Refusal | undefined {
  if (ticks <= 0) return refuse('INVALID_PRICE', 'The price has to be above zero.', 'price')
  return ticks <= LARGEST_PRICE_TICKS ? undefined : refuse('INVALID_PRICE', `The price may be at most ${LARGEST_PRICE}.`, 'price')
}

function checkPrices(command: PlaceOrder): Refusal | undefined {
  const needsLimit = command.orderType === OrderType.Limit || command.orderType === OrderType.StopLimit
  const needsStop = command.orderType === OrderType.Stop || command.orderType === OrderType.StopLimit
  return (
    checkPrice(command.limitTicks, needsLimit, 'limit_price') ?? checkPrice(command.stopTicks, needsStop && !command.trail, 'stop_price')
  )
}

/** One price of an order: there when its type needs one, on the tick (0.01 from 1.00, else 0.0001). */
export function checkPrice(ticks: number, needed: boolean, field: string): Refusal | undefined {
  if (!needed) return ticks === 0 ? undefined : refuse('INVALID_PRICE', `This order type takes no ${field}.`, field)
  if (ticks === 0) return refuse('INVALID_PRICE', `This order type needs a ${field} above zero.`, field)
  if (ticks > LARGEST_PRICE_TICKS) return refuse('INVALID_PRICE', `The ${field} may be at most ${LARGEST_PRICE}.`, field)
  if (!isOnTick(ticks))
    return refuse('INVALID_PRICE', `The ${field} ${formatPrice(ticks)} is off the tick: from 1.00 on prices have 2 decimals.`, field)
  return undefined
}

function checkCombination(command: PlaceOrder, instrument: Instrument, account: Account): Refusal | undefined {
  const { orderType, timeInForce, quantityLots, cashCents, extendedHours } = command
  const fractional = cashCents > 0 || !isWholeShares(quantityLots)
  const part = fractional ? checkFractional(instrument, account, cashCents) : undefined
  if (part) return part
  if (extendedHours && !account.tradingConfigurations.extended_hours) return combination('Extended hours are switched off on this account.')
  if (command.scenario !== undefined && orderType !== OrderType.Market && orderType !== OrderType.Limit)
    return combination('A sandbox scenario takes market and limit orders.')
  const resting = timeInForce === TimeInForce.Day || timeInForce === TimeInForce.Gtc
  if (extendedHours && (orderType !== OrderType.Limit || !resting))
    return combination('Extended hours take limit orders with time in force day or gtc.')
  switch (orderType) {
    case OrderType.Market:
      if (fractional && timeInForce !== TimeInForce.Day && timeInForce !== TimeInForce.Ioc)
        return combination('A fractional or notional market order needs time in force day or ioc.')
      return undefined
    case OrderType.Limit:
      if (cashCents > 0) return combination('A notional order has to be a market order.')
      if (fractional && timeInForce !== TimeInForce.Day) return combination('A fractional limit order needs time in force day.')
      return undefined
    case OrderType.Stop:
    case OrderType.StopLimit:
      if (fractional) return combination('Stop orders take whole shares only.')
      if (!resting) return combination('Stop orders need time in force day or gtc.')
      return undefined
    default:
      return orderType satisfies never
  }
}

/** Whether an account may trade parts of a share of an instrument: a quantity that has some, or what `cashCents` buy. */
export function checkFractional(instrument: Instrument, account: Account, cashCents = 0): Refusal | undefined {
  if (!instrument.fractionable) return wholeSharesOnly(instrument, cashCents)
  if (!account.tradingConfigurations.fractional_trading) return combination('Fractional trading is switched off on this account.')
  return undefined
}

/** Whether that much of an instrument can change hands: nobody could sell a part of a share that trades in whole ones. */
export function checkWholeShares(instrument: Instrument, lots: number): Refusal | undefined {
  return instrument.fractionable || isWholeShares(lots) ? undefined : wholeSharesOnly(instrument)
}

function wholeSharesOnly({ symbol }: Instrument, cashCents = 0): Refusal {
  return refuse('ASSET_NOT_FRACTIONABLE', `${symbol} trades in whole shares only.`, sizeMember(cashCents))
}

/** The member of a request that says how large the order is. */
const sizeMember = (cashCents: number): string => (cashCents > 0 ? 'notional' : 'quantity')

function combination(message: string): Refusal {
  return { code: 'UNSUPPORTED_ORDER_COMBINATION', message }
}

/** Size and value of an order against the limits. `valueTicks`: what a share is valued at. */
export function checkLimits(
  run: Run,
  order: Pick<Order, 'account' | 'quantityLots' | 'cashCents'>,
  valueTicks: number,
): Refusal | undefined {
  const { rules, state } = run
  const account = state.account(order.account)
  if (rules.maxOrderLots > 0 && order.quantityLots > rules.maxOrderLots)
    return limit(
      `The quantity is over the limit of ${formatQuantity(rules.maxOrderLots)} shares an order.`,
      'quantity',
      formatQuantity(rules.maxOrderLots),
    )
  const value = order.cashCents > 0 ? order.cashCents : notionalCentsUp(valueTicks, order.quantityLots)
  const size = sizeMember(order.cashCents)
  const most = rules.maxOrderCents > 0 ? Math.min(rules.maxOrderCents, LARGEST_ORDER_CENTS) : LARGEST_ORDER_CENTS
  if (value > most)
    return limit(`The order's value of ${formatMoney(value)} is over the limit of ${formatMoney(most)}.`, size, formatMoney(most))
  if (order.cashCents > 0 && valueTicks > 0 && order.cashCents > notionalCents(valueTicks, LARGEST_ORDER_LOTS))
    return limit(`At its price the notional comes to more than ${LARGEST_ORDER} shares.`, 'notional', LARGEST_ORDER)
  const own = account.tradingConfigurations.max_order_notional
  if (own !== null && value > Number(parseMoney(own)))
    return limit(`The order's value of ${formatMoney(value)} is over the account's limit of ${own}.`, size, own)
  return undefined
}

const NONE_GONE: readonly Order[] = []

/** The number of open orders that an account may have, without those that are `gone`: an order counts with its exits. */
export function checkOpenOrders(
  run: Run,
  { account, orderClass }: Pick<Order, 'account' | 'orderClass'>,
  gone: readonly Order[] = NONE_GONE,
): Refusal | undefined {
  const { maxOpenOrders } = run.rules
  const openOrderCount = run.state.account(account).openOrderCount - gone.length
  const exits = EXITS[orderClass]
  if (maxOpenOrders === 0 || openOrderCount + exits < maxOpenOrders) return undefined
  return {
    code: 'ORDER_EXCEEDS_LIMIT',
    message:
      exits === 0
        ? `The account has ${maxOpenOrders} open orders, which is the limit.`
        : `With its exits the order counts as ${1 + exits}; the account has ${openOrderCount} open orders and may have ${maxOpenOrders}.`,
    details: { limit: maxOpenOrders },
  }
}

/** A limit price, 0 where there is none, against the band about a reference price. */
export function checkBand(run: Run, limitTicks: number, referenceTicks: number): Refusal | undefined {
  const points = run.rules.priceBandBasisPoints
  if (points === 0 || limitTicks === 0 || referenceTicks === 0) return undefined
  if (Math.abs(limitTicks - referenceTicks) * 10_000 <= referenceTicks * points) return undefined
  return {
    code: 'PRICE_OUT_OF_BAND',
    message: `The limit price ${formatPrice(limitTicks)} is further than ${points / 100} % from the reference price ${formatPrice(referenceTicks)}.`,
    field: 'limit_price',
    details: { reference_price: formatPrice(referenceTicks) },
  }
}

function limit(message: string, field: string, most: string): Refusal {
  return { code: 'ORDER_EXCEEDS_LIMIT', message, field, details: { limit: most } }
}

/**
 * Whether the account has the money (a buy) or the shares (a sell) for what an order holds beyond what it already holds; with what the orders
 * that are `gone` hold.
 */
export function checkCover(
  run: Run,
  order: {
    readonly account: number
    readonly instrument: number
    readonly side: Side
    readonly cashCents: number
    readonly heldCents: number
    readonly heldLots: number
  },
  gone: readonly Order[] = NONE_GONE,
): Refusal | undefined {
  const account = run.state.account(order.account)
  if (order.side === Side.Buy) {
    const free = Math.max(0, availableCents(account, gone))
    if (order.heldCents <= free) return undefined
    return {
      code: 'INSUFFICIENT_BUYING_POWER',
      message: `The order needs ${formatMoney(order.heldCents)} but ${formatMoney(free)} is available.`,
      field: sizeMember(order.cashCents),
      details: { required: formatMoney(order.heldCents), buying_power: formatMoney(free) },
    }
  }
  const position = withoutHolds(account.positions.get(order.instrument), gone)
  if (covers(position, order.heldLots)) return undefined
  const free = position ? available(position) : { shares: 0, lots: 0 }
  return {
    code: 'INSUFFICIENT_POSITION',
    message: `The order sells ${formatQuantity(order.heldLots)} but ${formatShares(free)} is available.`,
    field: sizeMember(order.cashCents),
    details: {
      quantity: formatShares(position ?? { shares: 0, lots: 0 }),
      quantity_available: formatShares(free),
      held_for_orders: formatShares(position ? { shares: position.heldShares, lots: position.heldLots } : { shares: 0, lots: 0 }),
    },
  }
}

/** Buying power, were these orders of the account gone. */
export function availableCents(account: Account, gone: readonly Order[]): number {
  return gone.reduce((sum, { heldCents }) => sum + heldCents, account.availableCents)
}

/** A position, were these orders in its security gone. */
function withoutHolds(position: Position | undefined, gone: readonly Order[]): Position | undefined {
  if (position === undefined || gone.length === 0) return position
  const left = { ...position }
  for (const { heldLots } of gone) changeHeld(left, -heldLots)
  return left
}

function refuse(code: Refusal['code'], message: string, field: string): Refusal {
  return { code, message, field }
}
