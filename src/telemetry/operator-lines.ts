import type { Event } from '../domain/event.ts'
import { tradeDate } from '../domain/time/trade-date.ts'
import type { Logger } from './logger.ts'

/** Names of what events know by index. */
export interface Names {
  readonly accountNumber: (account: number) => string
  readonly partnerName: (partner: number) => string
  readonly senderCompId: (session: number) => string
  readonly symbol: (instrument: number) => string
}

interface Line {
  readonly level: 'debug' | 'info' | 'warn'
  readonly members: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Logs those events of a durable batch that an operator cares about. Orders and fills are for the metrics and the audit, not for the log. */
export function logEvents(logger: Logger, events: readonly Event[], names: Names): void {
  for (const event of events) {
    const line = lineOf(event, names)
    if (line) logger[line.level](line.members, line.message)
  }
}

function lineOf(event: Event, names: Names): Line | undefined {
  switch (event.type) {
    case 'PartnerCreated':
      return line('info', 'partner created', { partner: event.name, environment: event.environment, market: event.market })
    case 'InstrumentListed':
      return line('debug', 'security listed', { symbol: event.instrument.symbol })
    case 'InstrumentChanged':
      return line('info', 'security changed', { symbol: event.instrument.symbol, tradable: event.instrument.tradable })
    case 'MarketReset':
      return line('info', 'sandbox reset', { partner: names.partnerName(event.partner), market: event.market })
    case 'AccountOpened':
      return line('debug', 'account opened', { account: event.accountNumber, status: event.status, kyc_status: event.kycStatus })
    case 'AccountReviewed':
      return line('info', 'account reviewed', {
        account: names.accountNumber(event.account),
        from: event.statusFrom,
        to: event.status,
        kyc_status: event.kycStatus,
      })
    case 'AccountClosed':
      return line('info', 'account closed', { account: names.accountNumber(event.account), from: event.statusFrom })
    case 'TradingDayEnded':
      return line('info', 'trading day ended', { market: event.market, ended: tradeDate(event.endedDay), next: tradeDate(event.nextDay) })
    case 'KillSwitchSet':
      return line('warn', `kill switch ${event.on ? 'on' : 'off'}`, { scope: event.scope, ...killTarget(event, names), ...by(event) })
    case 'SymbolHalted':
      return line('warn', event.until === 0 ? 'symbol halted' : 'symbol paused', haltMembers(event, names))
    case 'SymbolResumed':
      return line('info', 'symbol resumed', haltMembers(event, names))
    case 'SplitApplied':
      return line('info', 'shares split', {
        market: event.market,
        symbol: names.symbol(event.instrument),
        ratio: `${event.numerator}:${event.denominator}`,
      })
    case 'ExecutionBusted':
      return line('warn', 'execution busted', { account: names.accountNumber(event.order.account), trade: event.trade })
    case 'ExecutionCorrected':
      return line('warn', 'execution corrected', { account: names.accountNumber(event.order.account), trade: event.trade })
    case 'NewsAnnounced':
      return line('info', 'news sent to every session', { headline: event.headline })
    default:
      return undefined
  }
}

function haltMembers(event: Extract<Event, { type: 'SymbolHalted' | 'SymbolResumed' }>, names: Names): Line['members'] {
  const { market, instrument, reason } = event
  return { market, symbol: names.symbol(instrument), reason, ...by(event) }
}

/** Who did it, where somebody did. */
function by({ operator }: { readonly operator: string }): Line['members'] {
  return operator === '' ? {} : { by: operator }
}

function line(level: Line['level'], message: string, members: Line['members']): Line {
  return { level, message, members }
}

function killTarget(event: Extract<Event, { type: 'KillSwitchSet' }>, names: Names): Readonly<Record<string, string>> {
  switch (event.scope) {
    case 'all':
      return {}
    case 'partner':
      return { partner: names.partnerName(event.id) }
    case 'account':
      return { account: names.accountNumber(event.id) }
    case 'session':
      return { session: names.senderCompId(event.id) }
    default:
      return event.scope satisfies never
  }
}
