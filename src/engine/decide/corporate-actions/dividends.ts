import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { AccountStatus } from '../../../domain/accounts/account.ts'
import type { CashDividend, Entitlement } from '../../../domain/market/corporate-action.ts'
import { valueCents } from '../../../domain/amounts/notional.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../../domain/orders/order.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { placeOrder } from '../orders/place-order.ts'

/** The smallest amount for which an order can be entered. */
const SMALLEST_ORDER_CENTS = 100

/** Notes who has which shares as the ex-date begins. */
export function recordDividend(run: Run, { index }: Market, { number, instrument, amountTicks }: CashDividend): void {
  const entitled = run.state.accountsOf(index).flatMap((account): Entitlement[] => {
    const position = account.positions.get(instrument)
    if (!position) return []
    const { shares, lots } = position
    const cents = valueCents(amountTicks, position)
    return cents === 0 ? [] : [{ account: account.index, shares, lots, cents }]
  })
  run.emit({ type: 'DividendRecorded', at: run.at, market: index, action: number, entitled })
}

/** Pays everybody whose account is still there. */
export function payDividend(run: Run, market: Market, { number, instrument, amountTicks }: CashDividend): void {
  for (const { account, shares, lots, cents } of market.entitlements.get(number)!) {
    if (run.state.account(account).status === AccountStatus.Closed) continue
    run.emit({ type: 'DividendPaid', at: run.at, account, action: number, instrument, shares, lots, amountTicks, cents })
  }
  run.emit({ type: 'DividendCompleted', at: run.at, market: market.index, action: number })
}

/** Contract section 20: what was paid buys the same security, where the account asks for that. */
export function reinvest(run: Run, market: Market, action: CashDividend, paid: readonly Entitlement[]): void {
  const { symbol } = run.state.instruments[action.instrument]!
  const id = market.mint.mint(IdentifierKind.CorporateAction, action.number)
  for (const { account, cents } of paid) {
    if (cents < SMALLEST_ORDER_CENTS || !run.state.account(account).dividendReinvestment) continue
    placeOrder(run, {
      type: 'PlaceOrder',
      session: REST_SESSION,
      account,
      clientOrderId: `drip-${id}`,
      symbol,
      side: Side.Buy,
      orderType: OrderType.Market,
      timeInForce: TimeInForce.Day,
      quantityLots: 0,
      cashCents: cents,
      limitTicks: 0,
      stopTicks: 0,
      extendedHours: false,
      possResend: false,
    })
  }
}
