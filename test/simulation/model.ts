import { positionsOf } from '../../src/domain/batch.ts'
import type { Transfer } from '../../src/domain/accounts/transfer.ts'
import type { Event } from '../../src/domain/event.ts'
import type { SplitApplied } from '../../src/domain/events/market-event.ts'
import { IdentifierKind } from '../../src/domain/identifiers/identifier.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import type { EngineState } from '../../src/engine/state.ts'
import { TimeInForce } from '../../src/domain/orders/order.ts'
import type { Order } from '../../src/domain/orders/order.ts'
import type { BookSnapshot } from '../../src/fix/session/session-book.ts'
import type { SessionSettings } from '../../src/fix/session/session-settings.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import { decodeBatch } from '../../src/storage/encoding/batch-codec.ts'
import type { StoredBatch } from '../../src/storage/journal-reading/journal-reader.ts'
import { Archive } from '../engine/archive.ts'
import { checkInvariants, lotsOf } from '../engine/invariants.ts'
import { BookModel } from './book-model.ts'
import { ClockModel } from './clock-model.ts'
import { CorporateActionModel } from './corporate-action-model.ts'
import { demand, Finding } from './finding.ts'
import { GuestModel } from './guest-model.ts'
import { MoneyModel } from './money-model.ts'
import type { Random } from './random.ts'
import type { SessionHours } from './session-hours.ts'
import type { SendingSide, Telling } from './session-model.ts'
import { SessionModel } from './session-model.ts'
import { TransferModel } from './transfer-model.ts'

/** How far the second engine lets ended orders lie. */
const KEPT_POSITIONS = 500
/** from the end of a session, or the start of the process, until the orders of a client that was lost are cancelled: some times what it takes */
const CANCELLED_BY_MS = 10_000

/**
 * What must be true, said again from the disk alone: it follows each batch from the moment in which it is synced. The order book, the money and the
 * sessions are models of their own; a second engine that only ever replays is what the first is compared with.
 */
export class Model {
  readonly archive = new Archive()
  readonly sessions = new Map<number, SessionModel>()
  readonly guests: GuestModel
  /** replays what is on the disk, as it comes */
  readonly #follower: Engine
  readonly #book: BookModel
  readonly #money: MoneyModel
  readonly #transfers: TransferModel
  readonly #clock: ClockModel
  readonly #now: () => number
  /** sessions whose clients have their orders cancelled when they are lost and their hours are over */
  readonly #cancelled: readonly { readonly session: number; readonly hours: SessionHours }[]
  /** the process, as it is now */
  #startedAt: number
  readonly #companies = new CorporateActionModel((instrument) => this.#money.lotsOf(instrument))
  readonly #tellings = new Map<number, Telling>()
  readonly #granted = new Map<string, bigint>()
  readonly #dust = new Map<string, bigint>()
  /** of client_order_ids over REST and FIX: the order that each has made */
  readonly #orders = new Map<string, number>()
  /** the order of every fill, as they came */
  readonly #filled: Order[] = []
  #isCorrected = false
  nextPosition = 1

  constructor(parts: {
    readonly rules: EngineRules
    /** the real time */
    readonly now: () => number
    readonly settings: readonly SessionSettings[]
    /** of each of them; undefined = at any time */
    readonly hours: readonly (SessionHours | undefined)[]
    /** so many accounts come first, and stay */
    readonly residents: number
    readonly client: (session: number) => SendingSide & { requestedLots(id: string): number | undefined }
  }) {
    const { rules, settings, hours, client, now } = parts
    this.#now = now
    this.#startedAt = now()
    this.#cancelled = settings.flatMap(({ index, cancelOnDisconnect }, place) => {
      const own = hours[place]
      return own !== undefined && cancelOnDisconnect.enabled ? [{ session: index, hours: own }] : []
    })
    this.#follower = new Engine({ calendar: tradingCalendar, rules, orderCapacity: 256 })
    const isAlwaysOpen = rules.session === 'always_open'
    this.#money = new MoneyModel(isAlwaysOpen)
    this.#book = new BookModel({
      isSelfMatchOff: rules.selfMatch === 'off',
      requestedLots: (session, id) => (session === 0 ? undefined : client(session).requestedLots(id)),
      splitUnderWay: (instrument) => this.#companies.splitUnderWay(instrument),
    })
    this.#transfers = new TransferModel(rules.achMode)
    this.#clock = new ClockModel(isAlwaysOpen)
    this.guests = new GuestModel(parts.residents, (account) => ({
      ...this.#money.holdingsOf(account),
      openOrders: this.#book.openOrders.filter((order) => order.account === account).length,
      transfers: this.#transfers.underWay(account).count,
    }))
    const answersLate = Object.values(rules.latency).some(({ ms, jitterMs }) => ms + jitterMs > 0)
    for (const [place, { index, kind }] of settings.entries()) {
      const own = { session: index, isCopy: kind === 'drop-copy', client: client(index), answersLate, hours: hours[place], now }
      this.sessions.set(index, new SessionModel(own, (position) => this.#tellings.get(position)!))
    }
  }

  /** A batch has reached the disk. Checked from its bytes, before anybody knows. */
  synced(stored: StoredBatch): void {
    const batch = decodeBatch(stored)
    demand(batch.position === this.nextPosition, () => `a batch at ${batch.position} follows position ${this.nextPosition - 1}`)
    this.nextPosition += positionsOf(batch)
    batch.events.forEach((event, index) => this.#apply(event, batch.position + index))
    this.#clock.endOfBatch()
    this.#book.endOfBatch()
    this.#money.endOfBatch()
    this.#transfers.endOfBatch()
    this.#companies.endOfBatch()
    for (const session of this.sessions.values()) session.apply(batch)
    for (const { session, hours } of this.#cancelled) this.#demandCancelled(session, hours)
    this.#follower.releaseEnded(this.nextPosition - KEPT_POSITIONS)
  }

  /** Who was lost and can't be back has no orders of the day any more. What a bust has opened again since then is another matter. */
  #demandCancelled(session: number, hours: SessionHours): void {
    const now = this.#now()
    const isOver = hours.windowAt(now) === undefined && Math.max(hours.lastEnd(now), this.#startedAt) + CANCELLED_BY_MS < now
    if (!isOver || !this.sessions.get(session)!.isOn || this.#isCorrected) return
    const left = this.#book.openOrders.find((order) => order.session === session && order.timeInForce !== TimeInForce.Gtc)
    demand(left === undefined, () => `session ${session} was lost at its end, and its order ${left!.firstClientOrderId} is open`)
  }

  #apply(event: Event, position: number): void {
    this.#follower.apply(event, position)
    this.archive.take(event)
    this.guests.apply(event)
    this.#clock.apply(event, this.#now())
    this.#book.apply(event)
    this.#companies.apply(event)
    this.#money.apply(event)
    this.#transfers.apply(event)
    if (event.type === 'HoldingsGranted')
      for (const { instrument, shares } of event.positions)
        this.#granted.set(`0 ${instrument}`, (this.#granted.get(`0 ${instrument}`) ?? 0n) + lotsOf(shares))
    if (event.type === 'SplitApplied') this.#splitGranted(event)
    if (event.type === 'OrderCancelled' && event.text === 'cancel on disconnect') {
      const { session, firstClientOrderId } = event.order
      demand(
        this.sessions.get(session)!.isOn,
        () => `order ${firstClientOrderId} is cancelled as of a client that was lost, and it has logged out`,
      )
    }
    if (event.type === 'OrderFilled') this.#filled.push(event.order)
    if (event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected' || event.type === 'DepositReturned')
      this.#isCorrected = true
    if ('order' in event && event.order && 'execution' in event) {
      const { account, firstClientOrderId, number } = event.order
      this.#orders.set(`${account} ${firstClientOrderId}`, number)
    }
    const telling = this.#tellingOf(event)
    if (telling !== undefined) this.#tellings.set(position, telling)
  }

  /** Of each position, that of the house too, less than a billionth of a share may be left behind. */
  #splitGranted({ instrument, numerator, denominator }: SplitApplied): void {
    const key = `0 ${instrument}`
    const [numbers, denominators] = [BigInt(numerator), BigInt(denominator)]
    this.#granted.set(key, ((this.#granted.get(key) ?? 0n) * numbers) / denominators)
    this.#dust.set(key, ((this.#dust.get(key) ?? 0n) * numbers) / denominators + BigInt(this.#money.lotsOf(instrument).size) + 2n)
  }

  #tellingOf(event: Event): Telling | undefined {
    const nothing = { executionId: '', lastLots: 0, filledLots: 0 }
    switch (event.type) {
      case 'NewsAnnounced':
        return { msgType: 'B', ...nothing }
      case 'CancelRejected':
        return { msgType: '9', ...nothing }
      case 'MassCancelReported':
        return { msgType: 'r', ...nothing }
      case 'MessageRefused':
        return { msgType: 'j', ...nothing }
      case 'OrderRefused':
      case 'OrderStatusReported':
      case 'UnknownOrderReported':
        return { msgType: '8', ...nothing }
      case 'OrderFilled':
        return {
          msgType: '8',
          executionId: this.#executionId(event.execution),
          lastLots: event.lastLots,
          filledLots: event.order.filledLots,
        }
      default:
        if (!('order' in event && 'execution' in event)) return undefined
        return { msgType: '8', ...nothing, executionId: this.#executionId(event.execution) }
    }
  }

  #executionId(execution: number): string {
    return this.#follower.state.markets[0]!.mint.mint(IdentifierKind.Execution, execution)
  }

  /** The order that an id has made; undefined while the disk has none. */
  orderOf(account: number, clientOrderId: string): number | undefined {
    return this.#orders.get(`${account} ${clientOrderId}`)
  }

  /** One that has been filled, mostly not long ago; undefined while none has. */
  filledOrder(random: Random): Order | undefined {
    const { length } = this.#filled
    const back = random.below(Math.min(length, random.chance(0.8) ? 50 : length))
    return this.#filled[length - 1 - back]
  }

  /** One that is not long ago; undefined while there is none. */
  someTransfer(random: Random): (Pick<Transfer, 'account' | 'status'> & { readonly transfer: number }) | undefined {
    const transfer = this.#transfers.some(random)
    return transfer && { account: transfer.account, transfer: transfer.number, status: transfer.status }
  }

  /** The transfer that an idempotency key has asked for; undefined while the disk has none. */
  transferOf(account: number, idempotencyKey: string): number | undefined {
    return this.#transfers.numberOf(account, idempotencyKey)
  }

  /** An operator ends the day. */
  callForDay(nextDay: number): void {
    this.#clock.callFor(nextDay)
  }

  /** New shares for one of the first, once all is done that is announced. */
  factorOf(instrument: number): number {
    return this.#companies.factorOf(instrument)
  }

  /** The engine stands where the disk does: it has to be what a replay makes of it, and what the models say. */
  compare(state: EngineState, occasion: string): void {
    try {
      checkInvariants(state, { granted: this.#granted, dust: this.#dust, corrected: this.#isCorrected })
    } catch (error) {
      throw new Finding(`${occasion}: ${(error as Error).message}`)
    }
    const [live, replayed] = [fingerprint(state), fingerprint(this.#follower.state)]
    demand(live === replayed, () => `${occasion}: the state has fingerprint ${live}, a replay of the disk ${replayed}`)
    for (const order of this.#book.openOrders) {
      const has = state.order(order.number)
      // what is left of a cash order follows the price of the moment
      const isLeft = order.cashCents > 0 || has?.leavesLots === order.leavesLots
      const agrees = has !== undefined && has.status === order.status && isLeft && has.filledLots === order.filledLots
      demand(agrees, () => `${occasion}: order ${order.firstClientOrderId} is not in the engine as it was told`)
    }
    demand(
      state.openOrderCount === this.#book.openOrders.length,
      () => `${occasion}: ${state.openOrderCount} orders are open, the model has ${this.#book.openOrders.length}`,
    )
    for (const { index, settledCents, unsettledCents, positions, pendingDepositCents, reservedCents } of state.accounts) {
      const lots = new Map([...positions].map(([instrument, held]) => [instrument, lotsOf(held.shares) + BigInt(held.lots)]))
      this.#money.compare(index, { settledCents, unsettledCents, lots })
      const { deposits, withdrawals } = this.#transfers.underWay(index)
      demand(
        pendingDepositCents === deposits && reservedCents === withdrawals,
        () =>
          `${occasion}: account ${index} awaits ${pendingDepositCents} and reserves ${reservedCents} cents; under way are ${deposits} and ${withdrawals}`,
      )
    }
  }

  /** The sessions after a restart: their numbers go on where the disk has them. */
  compareBooks(books: readonly BookSnapshot[]): void {
    this.#startedAt = this.#now()
    for (const { session, nextInbound, nextOutbound } of books) {
      const model = this.sessions.get(session)!
      const agrees = nextInbound === model.nextInbound && nextOutbound === model.nextOutbound
      demand(
        agrees,
        () =>
          `session ${session} begins at ${nextInbound} in and ${nextOutbound} out; the disk has ${model.nextInbound} and ${model.nextOutbound}`,
      )
    }
  }
}
