import type { TradingCalendar } from '../domain/time/calendar.ts'
import type { Command } from '../domain/command.ts'
import type { PlaceOrder } from '../domain/commands/order-command.ts'
import type { Event } from '../domain/event.ts'
import type { Order } from '../domain/orders/order.ts'
import type { PreviewResult } from '../domain/orders/order-preview.ts'
import type { Result } from '../domain/result.ts'
import { apply } from './apply.ts'
import { closeAccount, updateAccount } from './decide/accounts/account-changes.ts'
import { resumeReview, reviewAccount } from './decide/accounts/account-review.ts'
import { grantHoldings, openAccount, openFurtherAccount } from './decide/accounts/accounts.ts'
import { advanceTime } from './decide/time/advance-time.ts'
import { linkBank, reviewBank, unlinkBank } from './decide/accounts/bank-links.ts'
import { cancelOrder } from './decide/orders/cancel-order.ts'
import { bustExecution, correctExecution, withFillsSince } from './decide/executions/correct-execution.ts'
import { announceCorporateAction } from './decide/corporate-actions/announce-corporate-action.ts'
import { endTradingDay } from './decide/time/end-trading-day.ts'
import { fillOrder } from './decide/executions/fill-order.ts'
import { haltSymbol } from './decide/market/halt-symbol.ts'
import { resumeSymbol } from './decide/market/resume-symbol.ts'
import { changeVolatility } from './decide/market/change-volatility.ts'
import { runDue } from './decide/time/run-due.ts'
import { followGroups } from './decide/groups/follow-groups.ts'
import { setClock } from './decide/time/set-clock.ts'
import { setFillModel } from './decide/market/set-fill-model.ts'
import { setKillSwitch } from './decide/market/kill-switch.ts'
import { cancelSessionOrders, massCancel } from './decide/orders/mass-cancel.ts'
import { moveQuote, moveQuotes } from './decide/market/move-quote.ts'
import { cancelTransfer, moveTransfer } from './decide/accounts/move-transfer.ts'
import { placeOrder } from './decide/orders/place-order.ts'
import { resetMarket } from './decide/market/reset-market.ts'
import { previewOrder } from './decide/orders/preview-order.ts'
import { replaceOrder } from './decide/orders/replace-order.ts'
import { reportMassStatus, reportOrderStatus } from './decide/orders/report-status.ts'
import { deposit, withdraw } from './decide/accounts/request-transfer.ts'
import { announceNews, refuseMessage, refuseOrderRequest, refuseRequest } from './decide/orders/session-answers.ts'
import { changeInstrument, createPartner, listInstrument } from './decide/market/setup.ts'
import { marketOfCommand } from './market-of-command.ts'
import { type EventLog, Run } from './run.ts'
import type { EngineRules } from './rules.ts'
import { dayEndsAt, phaseEndsAt } from './time/session-phase.ts'
import type { Market } from './market.ts'
import { EngineState } from './state.ts'

/**
 * The deterministic heart: commands in, events out. No clock, no randomness, no I/O: the same events give the same state, on any
 * machine. `execute` decides and applies; `apply` alone is what a replay runs.
 */
export class Engine {
  readonly state: EngineState
  private readonly rules: EngineRules
  /** of the command at hand; made once and used again, because every order needs one */
  private readonly log: EventLog = { events: [], position: 0, grouped: [] }

  /** `orderCapacity`: rows of the order table to begin with; it grows by doubling. */
  constructor(parts: {
    readonly calendar: TradingCalendar
    readonly rules: EngineRules
    readonly orderCapacity?: number
    readonly state?: EngineState
  }) {
    this.rules = parts.rules
    this.state = parts.state ?? new EngineState(parts.calendar, parts.rules, parts.orderCapacity ?? 1024)
  }

  /** Runs a command at `at` of the real clock (epoch ms). Its events are appended to `events`; the first has journal position `position`. */
  execute(command: Command, at: number, position: number, events: Event[]): Result {
    const market = marketOfCommand(this.state, command)
    const moment = market === undefined ? at : this.state.marketTime(market, at)
    this.log.events = events
    this.log.position = position
    const run = new Run({ state: this.state, rules: this.rules, at: moment, realAt: at, log: this.log })
    const from = events.length
    if (market !== undefined) enterPhase(run, this.state.market(market))
    else if (REACHES_ALL_MARKETS.has(command.type))
      for (const each of this.state.markets) enterPhase(run.atMoment(this.state.marketTime(each.index, at)), each)
    const overdue = events.length - from
    const result = decide(run, overdue === 0 ? command : withFillsSince(command, events.slice(from)))
    followGroups(run)
    if (events.length > from) this.state.reached(at)
    return overdue === 0 ? result : { ...result, overdue }
  }

  /**
   * What `execute` would come to with an order of REST at `at` of the real clock, were these open orders of its account gone. Nothing
   * changes.
   */
  preview(command: PlaceOrder, at: number, gone: readonly Order[] = []): PreviewResult {
    const { state, rules } = this
    const moment = state.marketTime(state.account(command.account).market, at)
    const run = new Run({ state, rules, at: moment, realAt: at, log: { events: [], position: 0, grouped: [] } })
    return previewOrder(run, command, gone)
  }

  /** Replays one journaled event. */
  apply(event: Event, position: number): void {
    apply(this.state, event, position)
  }

  /** Lets go of the orders that ended before a journal position, because storage shows them now. */
  releaseEnded(before: number): void {
    this.state.releaseEnded(before)
  }
}

/** Commands that end orders in several markets, each by its market's own clock. */
const REACHES_ALL_MARKETS: ReadonlySet<Command['type']> = new Set<Command['type']>(['SetKillSwitch', 'CancelSessionOrders'])

/** Runs what is due first, where the timer is late: no command is decided in a session or a trading day that is over. */
function enterPhase(run: Run, market: Market): void {
  try {
    if (Math.min(phaseEndsAt(run.state, market), dayEndsAt(run.state, market)) <= run.at) runDue(run, market)
  } catch (error) {
    throw new DueWorkFailure(error)
  }
}

/** The engine has failed on what was due by the clock, not on the command that came then. */
export class DueWorkFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'DueWorkFailure'
  }
}

function decide(run: Run, command: Command): Result {
  switch (command.type) {
    case 'PlaceOrder':
      return placeOrder(run, command)
    case 'RefuseOrder':
      return refuseOrderRequest(run, command)
    case 'CancelOrder':
      return cancelOrder(run, command)
    case 'ReplaceOrder':
      return replaceOrder(run, command)
    case 'MassCancel':
      return massCancel(run, command)
    case 'CancelSessionOrders':
      return cancelSessionOrders(run, command)
    case 'ReportOrderStatus':
      return reportOrderStatus(run, command)
    case 'ReportMassStatus':
      return reportMassStatus(run, command)
    case 'RefuseRequest':
      return refuseRequest(run, command)
    case 'RefuseMessage':
      return refuseMessage(run, command)
    case 'BustExecution':
      return bustExecution(run, command)
    case 'CorrectExecution':
      return correctExecution(run, command)
    case 'MoveQuote':
      return moveQuote(run, command)
    case 'MoveQuotes':
      return moveQuotes(run, command)
    case 'ChangeVolatility':
      return changeVolatility(run, command)
    case 'SetFillModel':
      return setFillModel(run, command)
    case 'SetClock':
      return setClock(run, command)
    case 'EndTradingDay':
      return endTradingDay(run, command)
    case 'HaltSymbol':
      return haltSymbol(run, command)
    case 'ResumeSymbol':
      return resumeSymbol(run, command)
    case 'AnnounceCorporateAction':
      return announceCorporateAction(run, command)
    case 'FillOrder':
      return fillOrder(run, command)
    case 'AdvanceTime':
      return advanceTime(run)
    case 'ResetMarket':
      return resetMarket(run, command)
    case 'SetKillSwitch':
      return setKillSwitch(run, command)
    case 'CreatePartner':
      return createPartner(run, command)
    case 'ListInstrument':
      return listInstrument(run, command)
    case 'ChangeInstrument':
      return changeInstrument(run, command)
    case 'OpenAccount':
      return openAccount(run, command)
    case 'OpenFurtherAccount':
      return openFurtherAccount(run, command)
    case 'UpdateAccount':
      return updateAccount(run, command)
    case 'CloseAccount':
      return closeAccount(run, command)
    case 'ReviewAccount':
      return reviewAccount(run, command)
    case 'ResumeReview':
      return resumeReview(run, command)
    case 'GrantHoldings':
      return grantHoldings(run, command)
    case 'LinkBank':
      return linkBank(run, command)
    case 'ReviewBank':
      return reviewBank(run, command)
    case 'UnlinkBank':
      return unlinkBank(run, command)
    case 'Deposit':
      return deposit(run, command)
    case 'Withdraw':
      return withdraw(run, command)
    case 'CancelTransfer':
      return cancelTransfer(run, command)
    case 'MoveTransfer':
      return moveTransfer(run, command)
    case 'AnnounceNews':
      return announceNews(run, command)
    default:
      return command satisfies never
  }
}
