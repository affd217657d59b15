import type { Event } from '../../src/domain/event.ts'
import { hoursOf, isEarly } from './exchange-days.ts'
import type { PositionSplit } from '../../src/domain/events/account-event.ts'
import { demand } from './finding.ts'
import { halfEven } from './rounding.ts'

const BUY = 1
const LOTS = 1_000_000_000
const SHARE = 1_000_000_000n
/** ten-thousandths of a dollar times billionths of a share, in a cent */
const PER_CENT = 100_000_000_000n

/** What an account should have, counted from what has happened to it. */
interface Purse {
  settledCents: number
  /** proceeds of sales, by the day on which they settle */
  readonly unsettled: Map<number, number>
  /** billionths of a share, by instrument: splits and reinvested dividends bring more of them than a number counts */
  readonly lots: Map<number, bigint>
}

/** What the engine says that an account has. */
export interface Holdings {
  readonly settledCents: number
  readonly unsettledCents: number
  readonly lots: ReadonlyMap<number, bigint>
}

/** The money once more: every cent and share from grants, fills, transfers, corporate actions and settlements alone. */
export class MoneyModel {
  readonly #purses: Purse[] = []
  /** what a share closed at, in ten-thousandths of a dollar, by instrument: in new shares once they are split */
  readonly #closes = new Map<number, number>()
  /** instruments of which parts of a share can't be kept */
  readonly #isWhole = new Set<number>()
  readonly #isAlwaysOpen: boolean
  #tradeDay = -1
  /** an operator has let the day begin before its time */
  #isEarly = false
  #dayHasEnded = false

  constructor(isAlwaysOpen: boolean) {
    this.#isAlwaysOpen = isAlwaysOpen
  }

  apply(event: Event): void {
    switch (event.type) {
      case 'AccountOpened':
        this.#purses[event.account] = { settledCents: 0, unsettled: new Map(), lots: new Map() }
        return
      case 'HoldingsGranted': {
        const purse = this.#purses[event.account]!
        purse.settledCents += event.cashCents
        for (const { instrument, shares } of event.positions) addLots(purse, instrument, BigInt(shares) * SHARE)
        return
      }
      case 'OrderFilled': {
        const { order, cents, lastLots, lastTicks, settlementDay } = event
        const purse = this.#purses[order.account]!
        // a ten-thousandth of a dollar times a billionth of a share is 1e-11 cents
        const exact = (lastTicks * (lastLots / LOTS)) / 100
        // a buy never pays more than it holds, whatever the rounding of its fills adds up to
        demand(cents - exact <= 1 && exact - cents <= (order.side === BUY ? 10 : 1), () => `a fill of ${exact} cents posted ${cents}`)
        if (order.side === BUY) purse.settledCents -= cents
        else add(purse.unsettled, settlementDay, cents)
        addLots(purse, order.instrument, BigInt(order.side === BUY ? lastLots : -lastLots))
        return
      }
      case 'ExecutionBusted':
      case 'ExecutionCorrected': {
        const { order, side, reversedLots, reversedCents, settlementDay } = event
        const purse = this.#purses[order.account]!
        const [lots, cents] = event.type === 'ExecutionCorrected' ? [event.lastLots, event.cents] : [0, 0]
        if (side === BUY) purse.settledCents += reversedCents - cents
        // proceeds that have settled are cash
        else if (purse.unsettled.has(settlementDay)) add(purse.unsettled, settlementDay, cents - reversedCents)
        else purse.settledCents += cents - reversedCents
        addLots(purse, order.instrument, BigInt(side === BUY ? lots - reversedLots : reversedLots - lots))
        return
      }
      case 'CashSettled': {
        const purse = this.#purses[event.account]!
        const due = purse.unsettled.get(event.day)
        demand(
          due === event.cents,
          () => `account ${event.account} settles ${event.cents} cents of day ${event.day}; due are ${due ?? 'none'}`,
        )
        const { preOpen } = hoursOf(event.day)
        // what an operator calls for, or passes over, settles then and there
        const isCalledFor = event.day < this.#tradeDay || (event.day === this.#tradeDay && this.#isEarly)
        demand(
          isCalledFor || event.at >= preOpen,
          () => `account ${event.account} settles proceeds of day ${event.day} at ${event.at}, before 4:00`,
        )
        purse.unsettled.delete(event.day)
        purse.settledCents += event.cents
        return
      }
      case 'InstrumentListed':
        this.#closes.set(event.index, event.instrument.previousCloseTicks)
        if (!event.instrument.fractionable) this.#isWhole.add(event.index)
        return
      case 'PositionSplit':
        return this.#split(event)
      case 'SplitApplied': {
        const { instrument } = event
        this.#closes.set(instrument, newPrice(this.#closes.get(instrument)!, event))
        return
      }
      case 'DividendPaid':
        this.#purses[event.account]!.settledCents += event.cents
        return
      case 'DepositSettled':
        this.#purses[event.account]!.settledCents += event.transfer.amountCents
        return
      case 'DepositReturned':
        this.#purses[event.account]!.settledCents -= event.transfer.amountCents
        return
      // the fee, which comes out of the amount, is charged by an event of its own
      case 'WithdrawalSettled':
        this.#purses[event.account]!.settledCents -= event.transfer.amountCents - event.transfer.feeCents
        return
      case 'WithdrawalReturned':
        this.#purses[event.account]!.settledCents += event.transfer.amountCents - event.transfer.feeCents
        return
      case 'FeeCharged':
        this.#purses[event.account]!.settledCents -= event.cents
        return
      case 'TradingDayEnded':
        this.#tradeDay = event.nextDay
        this.#isEarly = isEarly(event.nextDay, event.at, this.#isAlwaysOpen)
        this.#dayHasEnded = true
        for (const [instrument, ticks] of event.closes) this.#closes.set(instrument, ticks)
        return
      default:
    }
  }

  /** Everything of a commit is in. */
  endOfBatch(): void {
    if (!this.#dayHasEnded) return
    this.#dayHasEnded = false
    this.#purses.forEach(({ unsettled }, account) => {
      for (const [day, cents] of unsettled)
        demand(
          day > this.#tradeDay || (day === this.#tradeDay && !this.#isEarly) || cents === 0,
          () => `account ${account} has proceeds of day ${day} that are not settled on day ${this.#tradeDay}`,
        )
    })
  }

  /** All the cash of an account, settled or not, and the shares that it has or owes. */
  holdingsOf(account: number): { readonly cents: number; readonly lots: ReadonlyMap<number, bigint> } {
    const { settledCents, unsettled, lots } = this.#purses[account]!
    const cents = [...unsettled.values()].reduce((sum, due) => sum + due, settledCents)
    return { cents, lots: new Map([...lots].filter(([, held]) => held !== 0n)) }
  }

  /** What each account has of an instrument, in billionths of a share. */
  lotsOf(instrument: number): ReadonlyMap<number, bigint> {
    return new Map(this.#purses.map(({ lots }, account) => [account, lots.get(instrument) ?? 0n]))
  }

  /** As many shares as the ratio makes of them; of what is whole only, the part of a share is paid at its new close. */
  #split(event: PositionSplit): void {
    const { account, instrument, numerator, denominator, cents, shares, lots } = event
    const purse = this.#purses[account]!
    const before = purse.lots.get(instrument)!
    // less than a billionth of a share falls away
    const all = (before * BigInt(numerator)) / BigInt(denominator)
    const part = this.#isWhole.has(instrument) ? all % SHARE : 0n
    const paid = halfEven(part * BigInt(newPrice(this.#closes.get(instrument)!, event)), PER_CENT)
    demand(
      BigInt(shares) * SHARE + BigInt(lots) === all - part,
      () => `account ${account} had ${before} lots, of which ${numerator}:${denominator} makes ${shares} shares and ${lots} lots`,
    )
    demand(cents === paid, () => `account ${account} is paid ${cents} cents for ${part} lots, which are worth ${paid}`)
    purse.lots.set(instrument, all - part)
    purse.settledCents += paid
  }

  /** Compares with what the engine has, which must be at the same point. */
  compare(account: number, has: Holdings): void {
    const purse = this.#purses[account]!
    const unsettledCents = [...purse.unsettled.values()].reduce((sum, cents) => sum + cents, 0)
    demand(
      has.settledCents === purse.settledCents && has.unsettledCents === unsettledCents,
      () =>
        `account ${account} has ${has.settledCents} + ${has.unsettledCents} cents; what happened to it comes to ${purse.settledCents} + ${unsettledCents}`,
    )
    for (const [instrument, lots] of purse.lots)
      demand(
        (has.lots.get(instrument) ?? 0n) === lots,
        () =>
          `account ${account} has ${has.lots.get(instrument) ?? 0} lots of instrument ${instrument}; what happened to it comes to ${lots}`,
      )
  }
}

/** To the nearest ten-thousandth of a dollar, and one at least. */
const newPrice = (ticks: number, { numerator, denominator }: Pick<PositionSplit, 'numerator' | 'denominator'>): number =>
  Math.max(1, Math.floor((ticks * denominator) / numerator + 0.5))

const addLots = ({ lots }: Purse, instrument: number, more: bigint): void => void lots.set(instrument, (lots.get(instrument) ?? 0n) + more)
const add = (counts: Map<number, number>, key: number, more: number): void => void counts.set(key, (counts.get(key) ?? 0) + more)
