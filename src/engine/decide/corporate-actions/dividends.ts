import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { AccountStatus } from '../../../domain/accounts/account.ts'
import type { CashDividend, Entitlement } from '../../../domain/market/corporate-action.ts'
import { valueCents } from '../../../domain/amounts/notional.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../../domain/orders/order.ts'
import type { DividendDue } from '../../accounts/dividend-due.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { placeOrder } from '../orders/place-order.ts'
import { MOST_WORK } from '../time/work.ts'

/** The smallest amount for which an order can be entered. */
const SMALLEST_ORDER_CENTS = 100
/** What the order of a reinvestment comes to, its fill included, where a payment is one. */
const OF_A_REINVESTMENT = 9

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

interface Paid extends Entitlement {
  readonly action: DividendDue['action']
}

/**
 * Pays the dividends whose pay date has begun to everybody whose account is still there, then reinvests them. Of very many accounts the rest is left, which is
 * still due: false then.
 */
export function payDividendsDue(run: Run, index: number): boolean {
  const market = run.state.market(index)
  const paid: Paid[] = []
  const isAllPaid = payWhatIsDue(run, market, paid)
  for (const one of paid) if (isReinvested(run, one)) reinvest(run, market, one)
  return isAllPaid
}

function payWhatIsDue(run: Run, { index: market, tradeDay, entitlements }: Market, paid: Paid[]): boolean {
  let work = 0
  for (const due of entitlements.values()) {
    const { action } = due
    const { number, instrument, amountTicks, payDay } = action
    if (payDay > tradeDay) continue
    for (const entitlement of due.left) {
      if (work >= MOST_WORK) return false
      const { account, shares, lots, cents } = entitlement
      if (run.state.account(account).status === AccountStatus.Closed) continue
      run.emit({ type: 'DividendPaid', at: run.at, account, action: number, instrument, shares, lots, amountTicks, cents })
      paid.push({ action, ...entitlement })
      work += isReinvested(run, entitlement) ? 1 + OF_A_REINVESTMENT : 1
    }
    run.emit({ type: 'DividendCompleted', at: run.at, market, action: number })
  }
  return true
}

function isReinvested(run: Run, { account, cents }: Entitlement): boolean {
  return cents >= SMALLEST_ORDER_CENTS && run.state.account(account).dividendReinvestment
}

/** Contract section 20: what was paid buys the same security, where the account asks for that. */
function reinvest(run: Run, market: Market, { action, account, cents }: Paid): void {
  placeOrder(run, {
    type: 'PlaceOrder',
    session: REST_SESSION,
    account,
    clientOrderId: `drip-${market.mint.mint(IdentifierKind.CorporateAction, action.number)}`,
    symbol: run.state.instruments[action.instrument]!.symbol,
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
