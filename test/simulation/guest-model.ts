import type { Event } from '../../src/domain/event.ts'
import type { Refusal } from '../../src/domain/refusal.ts'
import { demand } from './finding.ts'

/** Who has an account for some time. */
export interface Guest {
  readonly account: number
  /** undefined until one is linked */
  readonly bank: number | undefined
}

/** What an account has, of which nothing may be left when it is closed. */
export interface Belongings {
  /** cash, settled or not */
  readonly cents: number
  /** billionths of a share, by instrument, where there are any */
  readonly lots: ReadonlyMap<number, bigint>
  readonly openOrders: number
  /** under way */
  readonly transfers: number
}

/** What is told of an account and changes nothing of it. */
const TELLS = /(Rejected|Refused|Reported)$/
/** A trade may be taken back from an account that is closed: that is booked, and what comes of it. Its order does not work on. */
const TAKES_BACK: readonly string[] = ['ExecutionBusted', 'ExecutionCorrected']
const FOLLOWS: readonly string[] = [...TAKES_BACK, 'OrderCancelled', 'CashSettled', 'PositionSplit']

/** The life of accounts once more: one is closed when it has nothing, and nothing is done with it from then on. */
export class GuestModel {
  readonly #residents: number
  readonly #belongingsOf: (account: number) => Belongings
  readonly #open = new Map<number, Guest>()
  readonly #closed = new Map<number, Guest>()
  /** accounts from which a trade was taken back */
  readonly #corrected = new Set<number>()

  /** `residents`: so many accounts come first, and stay. */
  constructor(residents: number, belongingsOf: (account: number) => Belongings) {
    this.#residents = residents
    this.#belongingsOf = belongingsOf
  }

  get open(): readonly Guest[] {
    return [...this.#open.values()]
  }

  get closed(): readonly Guest[] {
    return [...this.#closed.values()]
  }

  isClosed(account: number): boolean {
    return this.#closed.has(account)
  }

  lotsOf(account: number): ReadonlyMap<number, bigint> {
    return this.#belongingsOf(account).lots
  }

  /** Comes before the other models: what an account has is what it had. */
  apply(event: Event): void {
    const account = accountOf(event)
    if (account === undefined) return
    const { type } = event
    if (TAKES_BACK.includes(type)) this.#corrected.add(account)
    const mayBe = !this.#closed.has(account) || TELLS.test(type) || (this.#corrected.has(account) && FOLLOWS.includes(type))
    demand(mayBe, () => `${type} about account ${account}, which is closed`)
    if (account < this.#residents) demand(type !== 'AccountClosed', () => `account ${account} is closed, which nobody has asked for`)
    else if (type === 'AccountOpened') this.#open.set(account, { account, bank: undefined })
    else if (type === 'BankLinked') this.#open.set(account, { account, bank: event.ach })
    else if (type === 'AccountClosed') this.#close(account)
  }

  /** Contract section 2, of an account to which nothing has happened since it was to be closed. */
  demandRightRefusal(account: number, { code, details }: Refusal): void {
    const { cents, lots, openOrders, transfers } = this.#belongingsOf(account)
    const balance = { cash: (cents / 100).toFixed(2), open_positions: lots.size, open_orders: openOrders, pending_transfers: transfers }
    const right = this.#closed.has(account) ? { code: 'ACCOUNT_CLOSED' } : { code: 'ACCOUNT_HAS_BALANCE', details: balance }
    const [told, expected] = [JSON.stringify({ code, details }), JSON.stringify(right)]
    demand(told === expected, () => `account ${account} is not closed for ${told}; right is ${expected}`)
    const isEmpty = cents === 0 && lots.size === 0 && openOrders === 0 && transfers === 0
    demand(code === 'ACCOUNT_CLOSED' || !isEmpty, () => `account ${account} has nothing, and is not closed`)
  }

  #close(account: number): void {
    const { cents, lots, openOrders, transfers } = this.#belongingsOf(account)
    demand(
      cents === 0 && lots.size === 0 && openOrders === 0 && transfers === 0,
      () => `account ${account} is closed with ${cents} cents, ${lots.size} positions, ${openOrders} orders and ${transfers} transfers`,
    )
    this.#closed.set(account, this.#open.get(account)!)
    this.#open.delete(account)
  }
}

function accountOf(event: Event): number | undefined {
  if ('account' in event) return event.account
  return 'order' in event ? event.order?.account : undefined
}
