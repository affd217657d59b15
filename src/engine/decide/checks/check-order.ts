import { AccountStatus } from '../../../domain/accounts/account.ts'
import {
  formatPrice,
  isWholeShares,
  LARGEST_ORDER,
  LARGEST_ORDER_LOTS,
  LARGEST_PRICE,
  LARGEST_PRICE_TICKS,
} from '../../../domain/amounts/amounts.ts'
import { allLots } from '../../../domain/amounts/share-count.ts'
import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'
import { hasLimit, hasStop, OrderType, Side, TimeInForce } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { isOnTick } from '../../../domain/amounts/tick.ts'
import type { Account, Position } from '../../accounts/account-state.ts'
import type { Run } from '../../run.ts'
import { checkNotClosed } from './check-not-closed.ts'
import { unknownSymbol } from './unknown-symbol.ts'
import { checkGroup } from '../groups/place-group.ts'
import { checkSession } from './check-session.ts'
import { checkSuspended } from './check-suspended.ts'

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
    checkCombination(run, command, index) ??
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
  const { orderType, limitTicks, stopTicks, trail } = command
  return checkPrice(limitTicks, hasLimit(orderType), 'limit_price') ?? checkPrice(stopTicks, hasStop(orderType) && !trail, 'stop_price')
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

function checkCombination({ state }: Run, command: PlaceOrder, index: number): Refusal | undefined {
  const account = state.account(command.account)
  const { orderType, timeInForce, quantityLots, cashCents, extendedHours } = command
  const fractional = cashCents > 0 || !isWholeShares(quantityLots)
  const part = fractional ? checkFractional(state.instruments[index]!, account, cashCents) : undefined
  if (part && !closes(command, account.positions.get(index))) return part
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

/** Whether an order is for all of a position. A split or a reinvested dividend may have made parts of a share of it, of which its owner has to get rid. */
function closes({ side, quantityLots }: PlaceOrder, position: Position | undefined): boolean {
  if (position === undefined || quantityLots === 0) return false
  return allLots(position) === BigInt(side === Side.Sell ? quantityLots : -quantityLots)
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
export const sizeMember = (cashCents: number): string => (cashCents > 0 ? 'notional' : 'quantity')

export function combination(message: string): Refusal {
  return { code: 'UNSUPPORTED_ORDER_COMBINATION', message }
}

function refuse(code: Refusal['code'], message: string, field: string): Refusal {
  return { code, message, field }
}
