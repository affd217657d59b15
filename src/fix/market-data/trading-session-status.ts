import type { TradingCalendar } from '../../domain/time/calendar.ts'
import { Phase } from '../../domain/time/market-phase.ts'
import type { EngineView } from '../../domain/view.ts'
import type { DayHours, TradingSessionStatus } from './market-data-message.ts'

/** TradingSessionID(336): the day is the only one there is; TradingSessionSubID(625) is the part of it. */
export const TRADING_DAY = '1'

/** TradSesStatus(340). */
const Status = { Halted: 1, Open: 2, Closed: 3, PreOpen: 4, RequestRejected: 6 } as const
/** TradSesMode(339). */
const SIMULATED = 2
const PRODUCTION = 3
/** TradSesStatusRejReason(567) */
const UNKNOWN_SESSION = 1
const OTHER = 99

export interface StatusParts {
  readonly view: EngineView
  readonly calendar: TradingCalendar
  /** index of the session's partner */
  readonly partner: number
}

/** The market of a partner as TradingSessionStatus(h). */
export function tradingSessionStatus(
  { view, calendar, partner }: StatusParts,
  { requestId, isUnsolicited }: { readonly requestId: string; readonly isUnsolicited: boolean },
): TradingSessionStatus {
  const { market, environment } = view.partners[partner]!
  const { phase, tradeDay } = view.markets[market]!
  const isSuspended = view.killSwitches.all || view.killSwitches.partners.has(partner)
  const { status, subId } = PHASES[phase]
  return {
    type: 'TradingSessionStatus',
    requestId,
    sessionId: TRADING_DAY,
    subId,
    mode: environment === 'sandbox' ? SIMULATED : PRODUCTION,
    isUnsolicited,
    status: isSuspended ? Status.Halted : status,
    rejectReason: 0,
    hours: phase === Phase.AlwaysOpen ? undefined : hoursOf(calendar, tradeDay),
    text: '',
  }
}

/** Whether two of them say the same of the market. */
export function isSameStatus(a: TradingSessionStatus, b: TradingSessionStatus): boolean {
  return a.status === b.status && a.subId === b.subId && a.hours?.start === b.hours?.start
}

/** h that refuses a request: for the reason in `text`, or without one because there is no such TradingSessionID(336). */
export function statusRefused(requestId: string, sessionId: string | undefined, text?: string): TradingSessionStatus {
  return {
    type: 'TradingSessionStatus',
    requestId,
    sessionId: sessionId ?? TRADING_DAY,
    subId: '',
    mode: 0,
    isUnsolicited: false,
    status: Status.RequestRejected,
    rejectReason: text === undefined ? UNKNOWN_SESSION : OTHER,
    hours: undefined,
    text: text ?? '',
  }
}

/** 625: 1 pre-trading, 3 trading, 5 post-trading, as later versions of FIX number them. */
const PHASES = {
  [Phase.AlwaysOpen]: { status: Status.Open, subId: '3' },
  [Phase.Closed]: { status: Status.Closed, subId: '' },
  [Phase.PreMarket]: { status: Status.PreOpen, subId: '1' },
  [Phase.Regular]: { status: Status.Open, subId: '3' },
  [Phase.AfterHours]: { status: Status.Open, subId: '5' },
} as const satisfies Record<Phase, { readonly status: number; readonly subId: string }>

function hoursOf(calendar: TradingCalendar, day: number): DayHours {
  const { preOpen, open, close, afterHoursClose } = calendar.sessionTimes(day)
  return { start: preOpen, open, close, end: afterHoursClose }
}
