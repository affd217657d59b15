import { LOTS_PER_SHARE } from '../domain/amounts/amounts.ts'
import { onTickBelow } from '../domain/amounts/tick.ts'
import type { FixtureAccount } from '../domain/accounts/fixture.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../domain/orders/order.ts'
import type { EngineView } from '../domain/view.ts'

/** The place of the account that has it all: the approved one. */
export const FULL_ACCOUNT = 0

export interface FullFixtureParts {
  readonly view: Pick<EngineView, 'instruments'>
  /** what a share is worth as the fixture begins, in ticks */
  readonly priceOf: (instrument: Instrument) => number
  /** how far a limit may be from the price; null = any distance */
  readonly bandPercent: number | null
  readonly idOf: (name: string) => string
}

/** What the fixture `full` has beside `minimal`: a bank link that waits, a position, and open orders too far away to fill soon. */
export function fullHoldings(minimal: FixtureAccount, { view, priceOf, bandPercent, idOf }: FullFixtureParts): Partial<FixtureAccount> {
  const banks: FixtureAccount['banks'] = [
    ...minimal.banks,
    {
      id: idOf('ach/pending'),
      status: 'PENDING',
      ownerName: 'Jane Doe',
      accountType: 'SAVINGS',
      bankName: 'Second Bank',
      accountLast4: '4321',
      routingNumber: '121000358',
    },
  ]
  const instrument = view.instruments.find(({ symbol }) => symbol === 'AAPL') ?? view.instruments[0]
  if (instrument === undefined) return { banks }
  const { symbol, previousCloseTicks } = instrument
  return {
    banks,
    positions: [{ symbol, shares: POSITION_SHARES, priceTicks: previousCloseTicks }],
    orders: openOrders(priceOf(instrument), Math.min(FAR_PERCENT, bandPercent === null ? FAR_PERCENT : bandPercent / 2)).map(
      ([name, order]) => ({
        id: idOf(`order/${name}`),
        session: REST_SESSION,
        clientOrderId: `fixture-${name}`,
        symbol,
        timeInForce: TimeInForce.Gtc,
        cashCents: 0,
        extendedHours: false,
        possResend: false,
        ...order,
      }),
    ),
  }
}

const POSITION_SHARES = 10
const FAR_PERCENT = 50

function openOrders(priceTicks: number, percent: number) {
  const below = onTick(priceTicks * (1 - percent / 100))
  const above = onTick(priceTicks * (1 + percent / 100))
  const shares = (count: number): number => count * LOTS_PER_SHARE
  return [
    ['buy-limit', { side: Side.Buy, orderType: OrderType.Limit, quantityLots: shares(1), limitTicks: below, stopTicks: 0 }],
    ['sell-limit', { side: Side.Sell, orderType: OrderType.Limit, quantityLots: shares(4), limitTicks: above, stopTicks: 0 }],
    ['sell-stop', { side: Side.Sell, orderType: OrderType.Stop, quantityLots: shares(4), limitTicks: 0, stopTicks: below }],
  ] as const
}

const onTick = (ticks: number): number => Math.max(1, onTickBelow(ticks))
