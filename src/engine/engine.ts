import type { TradingCalendar } from '../domain/calendar.ts'
import type { Command } from '../domain/command.ts'
import type { Event } from '../domain/event.ts'
import { apply } from './apply.ts'
import { grantHoldings, openAccount, reviewAccount } from './decide/accounts.ts'
import { advanceTime } from './decide/advance-time.ts'
import { cancelOrder } from './decide/cancel-order.ts'
import { bustExecution, correctExecution } from './decide/correct-execution.ts'
import { endTradingDay } from './decide/end-trading-day.ts'
import { deposit, linkBank, unlinkBank } from './decide/funding.ts'
import { setKillSwitch } from './decide/kill-switch.ts'
import { cancelSessionOrders, massCancel } from './decide/mass-cancel.ts'
import { moveQuote } from './decide/move-quote.ts'
import { placeOrder } from './decide/place-order.ts'
import { replaceOrder } from './decide/replace-order.ts'
import { reportMassStatus, reportOrderStatus } from './decide/report-status.ts'
import { announceNews, refuseMessage, refuseOrderRequest } from './decide/session-answers.ts'
import { createPartner, listInstrument } from './decide/setup.ts'
import { type Result, Run } from './run.ts'
import type { EngineRules } from './rules.ts'
import { EngineState } from './state.ts'

/**
 * The deterministic heart: commands in, events out. No clock, no randomness, no I/O: the same events give the same state, on any
 * machine. `execute` decides and applies; `apply` alone is what a replay runs.
 */
export class Engine {
  readonly state: EngineState
  private readonly rules: EngineRules

  /** `orderCapacity`: rows of the order table to begin with; it grows by doubling. */
  constructor(parts: {
    readonly calendar: TradingCalendar
    readonly rules: EngineRules
    readonly orderCapacity?: number
    readonly state?: EngineState
  }) {
    this.rules = parts.rules
    this.state = parts.state ?? new EngineState(parts.calendar, parts.orderCapacity ?? 1024)
  }

  /** Runs a command at `at` (epoch ms). Its events are appended to `events`; the first has journal position `position`. */
  execute(command: Command, at: number, position: number, events: Event[]): Result {
    return decide(new Run({ state: this.state, rules: this.rules, at, position, events }), command)
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
    case 'RefuseMessage':
      return refuseMessage(run, command)
    case 'BustExecution':
      return bustExecution(run, command)
    case 'CorrectExecution':
      return correctExecution(run, command)
    case 'MoveQuote':
      return moveQuote(run, command)
    case 'EndTradingDay':
      return endTradingDay(run, command)
    case 'AdvanceTime':
      return advanceTime(run)
    case 'SetKillSwitch':
      return setKillSwitch(run, command)
    case 'CreatePartner':
      return createPartner(run, command)
    case 'ListInstrument':
      return listInstrument(run, command)
    case 'OpenAccount':
      return openAccount(run, command)
    case 'ReviewAccount':
      return reviewAccount(run, command)
    case 'GrantHoldings':
      return grantHoldings(run, command)
    case 'LinkBank':
      return linkBank(run, command)
    case 'UnlinkBank':
      return unlinkBank(run, command)
    case 'Deposit':
      return deposit(run, command)
    case 'AnnounceNews':
      return announceNews(run, command)
    default:
      return command satisfies never
  }
}
