import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import { MINUTE_MS } from '../../../domain/time/durations.ts'
import { Phase } from '../../../domain/time/market-phase.ts'
import { TimeInForce } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { Run } from '../../run.ts'

/** How long before its auction the last order for it is taken. */
const OPENING_CUT_OFF_MS = 2 * MINUTE_MS
const CLOSING_CUT_OFF_MS = 10 * MINUTE_MS

/**
 * Whether a new order comes at a time for its time in force. What can't wait needs the regular session; an order for an auction comes
 * before the cut-off of its trading day, which ends with the after-hours: from then on it is for the next day's. A market that is always
 * open is never too late.
 */
export function checkSession(
  { state, at }: Run,
  { account, timeInForce }: Pick<PlaceOrder, 'account' | 'timeInForce'>,
): Refusal | undefined {
  const { phase, tradeDay } = state.market(state.account(account).market)
  if (phase === Phase.AlwaysOpen) return undefined
  switch (timeInForce) {
    case TimeInForce.Day:
    case TimeInForce.Gtc:
      return undefined
    case TimeInForce.Ioc:
    case TimeInForce.Fok:
      if (phase === Phase.Regular) return undefined
      return { code: 'EXCHANGE_CLOSED', message: 'The exchange is closed: ioc and fok orders are taken in the regular session.' }
    case TimeInForce.Opg:
      if (at < state.calendar.sessionTimes(tradeDay).open - OPENING_CUT_OFF_MS) return undefined
      return tooLate('Orders for the opening auction are taken until two minutes before it.')
    case TimeInForce.Cls:
      if (at < state.calendar.sessionTimes(tradeDay).close - CLOSING_CUT_OFF_MS) return undefined
      return tooLate('Orders for the closing auction are taken until ten minutes before it.')
    default:
      return timeInForce satisfies never
  }
}

const tooLate = (message: string): Refusal => ({ code: 'TOO_LATE_TO_ENTER', message })
