import type { Event } from '../../src/domain/event.ts'
import type { ClockSet, PhaseChanged, TradingDayEnded } from '../../src/domain/events/market-event.ts'
import type { OrderFilled } from '../../src/domain/events/order-event.ts'
import { endOf, hoursOf, isTradingDay, tradingDayAfter } from './exchange-days.ts'
import { demand } from './finding.ts'

const CLOSED = 1
const PRE_MARKET = 2
const REGULAR = 3
const AFTER_HOURS = 4

const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
const timeText = (at: number): string => new Date(at).toISOString()

/**
 * The market's clock and day once more. The clock stands, or runs ahead of the real one, and never goes back; under the sessions of the exchange
 * each of them begins at its own moment, however far the clock is moved at once, and nothing trades outside.
 */
export class ClockModel {
  readonly #isAlwaysOpen: boolean
  /** the latest moment of the market */
  #at = 0
  #frozenAt = 0
  #offsetMs = 0
  /** what has happened later than now: only on the way of a clock that is moved */
  #ahead: string | undefined
  #tradeDay = 0
  /** days that operators have let begin; the process may have been killed before it heard of it */
  readonly #calledFor = new Set<number>()
  /** sessions end before their time: the day has to end with them */
  #closesEarly = false
  /** 0 = always open, and before the first */
  #phase = 0

  constructor(isAlwaysOpen: boolean) {
    this.#isAlwaysOpen = isAlwaysOpen
  }

  /** An operator ends the day: another begins before its time. */
  callFor(nextDay: number): void {
    this.#calledFor.add(nextDay)
  }

  /** `realAt`: when it has reached the disk. */
  apply(event: Event, realAt: number): void {
    if (isOfMarket(event)) this.#follow(event, realAt)
    switch (event.type) {
      case 'PartnerCreated':
        this.#tradeDay = event.tradeDay
        return
      case 'ClockSet':
        return this.#set(event)
      case 'PhaseChanged':
        return this.#changePhase(event)
      case 'TradingDayEnded':
        return this.#endDay(event)
      case 'OrderFilled':
        return this.#demandOpen(event)
      default:
    }
  }

  /** Everything of a commit is in. */
  endOfBatch(): void {
    demand(this.#ahead === undefined, () => this.#ahead!)
    demand(!this.#closesEarly, () => `${dayText(this.#tradeDay)} closes before its time, and goes on`)
  }

  #follow({ type, at }: Event, realAt: number): void {
    demand(at >= this.#at, () => `${type} of ${timeText(at)} comes after what was at ${timeText(this.#at)}`)
    this.#at = at
    const isAhead = this.#frozenAt === 0 ? at - this.#offsetMs > realAt : at !== this.#frozenAt
    if (isAhead && type !== 'ClockSet') this.#ahead ??= `${type} is of ${timeText(at)}, and it is ${timeText(realAt)}`
  }

  #set({ at, frozenAt, offsetMs }: ClockSet): void {
    demand(frozenAt === 0 || (frozenAt === at && offsetMs === 0), () => `the clock is put to ${frozenAt} at ${at}`)
    demand(offsetMs >= 0, () => `the clock runs ${-offsetMs} ms behind the real one`)
    this.#ahead = undefined
    this.#frozenAt = frozenAt
    this.#offsetMs = offsetMs
  }

  #changePhase({ phase, at }: PhaseChanged): void {
    if (this.#isAlwaysOpen) return demand(phase === 0, () => `a market that is always open goes to phase ${phase}`)
    // an operator closes whatever is open; the first of a market leads to the phase of the moment; the day that ends closes the last
    const follows = this.#phase === 0 || phase === this.#phase + 1 || phase === CLOSED
    demand(follows, () => `phase ${phase} comes after ${this.#phase}`)
    const hours = hoursOf(this.#tradeDay)
    const begins: Readonly<Record<number, number>> = {
      [CLOSED]: hours.end,
      [PRE_MARKET]: hours.preOpen,
      [REGULAR]: hours.open,
      [AFTER_HOURS]: hours.close,
    }
    const begin = begins[phase]
    if (at < begin! && (phase === CLOSED || phase === AFTER_HOURS) && [...this.#calledFor].some((day) => day > this.#tradeDay)) {
      this.#closesEarly = true
      this.#phase = phase
      return
    }
    demand(
      at === begin || this.#phase === 0,
      () => `phase ${phase} of ${dayText(this.#tradeDay)} begins at ${timeText(at)}, not at ${timeText(begin!)}`,
    )
    this.#phase = phase
  }

  #endDay({ endedDay, nextDay, at }: TradingDayEnded): void {
    demand(endedDay === this.#tradeDay, () => `${dayText(endedDay)} ends, and it is ${dayText(this.#tradeDay)}`)
    demand(isTradingDay(nextDay) && nextDay > endedDay, () => `${dayText(nextDay)} follows ${dayText(endedDay)}`)
    this.#tradeDay = nextDay
    this.#closesEarly = false
    const [end, next] = [endOf(endedDay, this.#isAlwaysOpen), endOf(nextDay, this.#isAlwaysOpen)]
    if (at < end) {
      demand(
        this.#calledFor.has(nextDay),
        () => `${dayText(endedDay)} ends at ${timeText(at)}, and nobody has called for ${dayText(nextDay)}`,
      )
      return demand(this.#isAlwaysOpen || this.#phase === CLOSED, () => `${dayText(endedDay)} ends in phase ${this.#phase}`)
    }
    // the timer may be late
    if (this.#isAlwaysOpen) return demand(at < next, () => `${dayText(endedDay)} ends at ${timeText(at)}, before ${dayText(nextDay)}`)
    demand(nextDay === tradingDayAfter(endedDay), () => `${dayText(nextDay)} follows ${dayText(endedDay)}`)
    demand(at === end, () => `${dayText(endedDay)} ends at ${timeText(at)}, not at ${timeText(end)}`)
  }

  #demandOpen({ order, tradeDay, settlementDay }: OrderFilled): void {
    demand(tradeDay === this.#tradeDay, () => `a fill is of ${dayText(tradeDay)}, and it is ${dayText(this.#tradeDay)}`)
    const settles = tradingDayAfter(tradeDay)
    demand(settlementDay === settles, () => `a fill of ${dayText(tradeDay)} settles on ${dayText(settlementDay)}`)
    if (this.#isAlwaysOpen || this.#phase === REGULAR) return
    demand(this.#phase !== CLOSED && order.extendedHours, () => `order ${order.firstClientOrderId} is filled in phase ${this.#phase}`)
  }
}

/** What carries the time of the market; the rest, of sessions and of all markets, has the real one. */
const isOfMarket = (event: Event): boolean => 'market' in event || 'order' in event || 'account' in event
