import { formatMoney, formatPrice, formatQuantity, LARGEST_ORDER, LARGEST_ORDER_LOTS, parseMoney } from '../../../domain/amounts/amounts.ts'
import { notionalCents, notionalCentsUp } from '../../../domain/amounts/notional.ts'
import { EXITS, type Order } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { Run } from '../../run.ts'
import { sizeMember } from './check-order.ts'

/** 800 billion dollars: in ticks, and with the collar of a market order on top, the value of an order is still a safe integer. */
const LARGEST_ORDER_CENTS = 80_000_000_000_000

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

/** The number of open orders that an account may have, without those that are `gone`: an order counts with its exits. */
export function checkOpenOrders(
  run: Run,
  { account, orderClass }: Pick<Order, 'account' | 'orderClass'>,
  gone: readonly Order[],
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
export function checkLimitBand(run: Run, limitTicks: number, referenceTicks: number): Refusal | undefined {
  const points = run.rules.limitBandBasisPoints
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
