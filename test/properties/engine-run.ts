import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { Command } from '../../src/domain/command.ts'
import type { Requester } from '../../src/domain/commands/order-command.ts'
import type { Event } from '../../src/domain/event.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { DEFAULT_RULES, type EngineRules } from '../../src/engine/rules.ts'
import { ACCOUNTS, type Action, CASH_CENTS, CLOSES, SHARES, SYMBOLS } from './trading.ts'
import { security } from '../support/security.ts'

/** Every day is a business day: what a holiday does is the calendar's own test. */
export const EVERY_DAY = {
  isBusinessDay: (): boolean => true,
  nextBusinessDay: (day: number): number => day + 1,
  tradingDayAt: (epochMs: number): number => Math.floor(epochMs / 86_400_000),
  rollAt: (day: number): number => (day + 1) * 86_400_000,
  previousBusinessDay: (day: number): number => day - 1,
  sessionTimes: (day: number) => {
    const at = (hour: number): number => day * 86_400_000 + hour * 3_600_000
    return { preOpen: at(4), open: at(9), close: at(16), afterHoursClose: at(20) }
  },
}

const FIRST_DAY = 20_000
const AT = FIRST_DAY * 86_400_000
const SESSION = 1

/** An engine with the accounts and symbols of `trading.ts`. */
export class EngineRun {
  readonly engine: Engine
  readonly journal: Event[] = []
  readonly rules: EngineRules

  constructor(rules: Partial<EngineRules>) {
    this.rules = { ...DEFAULT_RULES, maxOpenOrders: 0, ...rules }
    this.engine = new Engine({ calendar: EVERY_DAY, rules: this.rules, orderCapacity: 64 })
    this.execute({ type: 'CreatePartner', id: 'p', name: 'P', environment: 'sandbox', seed: 's' })
    SYMBOLS.forEach((symbol, index) => this.execute({ type: 'ListInstrument', instrument: security(symbol, Number(CLOSES[index])) }))
    for (let account = 0; account < ACCOUNTS; account++) {
      this.execute({
        type: 'OpenAccount',
        partner: 0,
        userId: '',
        status: AccountStatus.Active,
        kycStatus: KycStatus.Approved,
        kycResults: null,
        tradingConfigurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
        profile: '{}',
      })
      const positions = SYMBOLS.map((symbol, index) => ({ symbol, shares: SHARES[index]!, priceTicks: Number(CLOSES[index]) }))
      this.execute({ type: 'GrantHoldings', account, cashCents: Number(CASH_CENTS), positions })
    }
  }

  execute(command: Command): { readonly events: readonly Event[]; readonly code: string } {
    const events: Event[] = []
    const { refusal } = this.engine.execute(command, AT + this.journal.length, this.journal.length + 1, events)
    this.journal.push(...events)
    return { events, code: refusal?.code ?? '' }
  }

  /** `placed`: orders placed so far, this one included; `target`: the order that the action names, by its first id and account. */
  commandOf(action: Action, placed: number, target: { readonly id: string; readonly account: number }): Command {
    const requester: Requester = { kind: 'session', session: SESSION, accountScope: true }
    const by = (overFix: boolean, id: string): { requester: Requester; clientOrderId: string; originalClientOrderId: string } =>
      overFix
        ? { requester, clientOrderId: id, originalClientOrderId: target.id }
        : { requester: { kind: 'rest' }, clientOrderId: '', originalClientOrderId: '' }
    const request = `r${this.journal.length}`
    switch (action.do) {
      case 'place': {
        const { account, symbol, buy, kind, tif, lots, cash, limit, stop } = action.order
        return {
          type: 'PlaceOrder',
          session: action.overFix ? SESSION : REST_SESSION,
          account,
          clientOrderId: `o${placed}`,
          symbol: SYMBOLS[symbol]!,
          side: buy ? Side.Buy : Side.Sell,
          orderType: KIND[kind],
          timeInForce: TIF[tif],
          quantityLots: Number(lots),
          cashCents: Number(cash),
          limitTicks: Number(limit),
          stopTicks: Number(stop),
          extendedHours: false,
          possResend: false,
        }
      }
      case 'replace':
        return {
          type: 'ReplaceOrder',
          ...by(action.overFix, request),
          order: { account: target.account, clientOrderId: target.id },
          quantityLots: Number(action.lots),
          ...(action.limit !== undefined && { limitTicks: Number(action.limit) }),
          ...(action.stop !== undefined && { stopTicks: Number(action.stop) }),
        }
      case 'cancel':
        return { type: 'CancelOrder', ...by(action.overFix, request), order: { account: target.account, clientOrderId: target.id } }
      case 'cancel all':
        return {
          type: 'MassCancel',
          requester: { kind: 'rest' },
          clientOrderId: '',
          scope: 7,
          market: 0,
          accounts: [action.account],
          symbol: '',
        }
      case 'quote': {
        const { bid, ask } = action
        const quote = { bidTicks: Number(bid.ticks), bidLots: Number(bid.lots), askTicks: Number(ask.ticks), askLots: Number(ask.lots) }
        return { type: 'MoveQuote', market: 0, symbol: SYMBOLS[action.symbol]!, quote }
      }
      case 'end of day':
        return { type: 'EndTradingDay', market: 0, nextDay: this.engine.state.market(0).tradeDay + 1 }
      default:
        return action satisfies never
    }
  }
}

const KIND = { market: OrderType.Market, limit: OrderType.Limit, stop: OrderType.Stop, stop_limit: OrderType.StopLimit } as const
const TIF = { day: TimeInForce.Day, gtc: TimeInForce.Gtc, ioc: TimeInForce.Ioc, fok: TimeInForce.Fok } as const
