/**
 * What accounts have, as simply as it can be said: no book, no events, no ledger. The house buys at 9.90 and sells at 10.00, as much as
 * anyone wants; everything is in cents and whole shares.
 */
export const BID = 990
export const ASK = 1000
export const LEAST = 100
export const MOST = 50_000

export type Mode = 'instant' | 'delayed' | 'manual'
export type Step = 'queue' | 'send' | 'settle' | 'return'

interface SimpleTransfer {
  readonly account: number
  readonly isDeposit: boolean
  readonly amount: number
  readonly fee: number
  state: string
  /** indices into the business days */
  readonly requested: number
  readonly expected: number
  /** moves on by itself */
  readonly delayed: boolean
}

export interface SimpleAccount {
  settled: number
  shares: number
  /** proceeds by the day on which they settle */
  readonly proceeds: Map<number, number>
  /** holds of resting buys, by the order's name */
  readonly holds: Map<string, number>
  readonly keys: Map<string, { readonly content: string; readonly transfer: number }>
}

export class SimpleBank {
  readonly accounts: readonly SimpleAccount[]
  /** transfer 1 is at index 0 */
  readonly transfers: SimpleTransfer[] = []
  /** business days since the first */
  today = 0
  private readonly mode: Mode

  constructor(accounts: number, mode: Mode) {
    this.mode = mode
    this.accounts = Array.from({ length: accounts }, () => ({
      settled: 0,
      shares: 0,
      proceeds: new Map(),
      holds: new Map(),
      keys: new Map(),
    }))
  }

  held(account: number): number {
    return sum(this.accounts[account]!.holds.values())
  }

  unsettled(account: number): number {
    return sum(this.accounts[account]!.proceeds.values())
  }

  pending(account: number, isDeposit: boolean): number {
    const underWay = this.transfers.filter((one) => one.account === account && ['PENDING', 'QUEUED', 'SENT'].includes(one.state))
    return sum(underWay.filter((one) => one.isDeposit === isDeposit).map(({ amount }) => amount))
  }

  free(account: number): number {
    return Math.max(0, this.accounts[account]!.settled - this.held(account) - this.pending(account, false))
  }

  /** Money that is there at once, however transfers are configured. */
  fund(account: number, amount: number): void {
    this.begin(account, { isDeposit: true, amount, fee: 0, key: '', content: '' })
    const transfer = this.transfers.at(-1)!
    if (transfer.state !== 'SETTLED') this.settle(transfer)
  }

  /** The refusal, or ''. */
  deposit(account: number, amount: number, key: string): string {
    const known = this.known(account, key, `in ${amount}`)
    if (known !== undefined) return known
    if (amount < LEAST || amount > MOST) return 'AMOUNT_OUT_OF_RANGE'
    this.begin(account, { isDeposit: true, amount, fee: 0, key, content: `in ${amount}` })
    return ''
  }

  /** `amount` undefined: all of it. */
  withdraw(account: number, amount: number | undefined, fee: number, key: string): string {
    const content = `out ${amount ?? 'all'} ${fee}`
    const known = this.known(account, key, content)
    if (known !== undefined) return known
    const taken = amount ?? this.free(account)
    if (amount === undefined && taken <= fee) return 'INSUFFICIENT_FUNDS'
    if (taken > MOST || (amount !== undefined && taken < LEAST)) return 'AMOUNT_OUT_OF_RANGE'
    if (taken > this.free(account)) return 'INSUFFICIENT_FUNDS'
    this.begin(account, { isDeposit: false, amount: taken, fee, key, content })
    return ''
  }

  cancel(transfer: number): string {
    const one = this.transfers[transfer]
    if (one?.state !== 'PENDING') return 'TRANSFER_NOT_CANCELLABLE'
    one.state = 'CANCELLED'
    return ''
  }

  move(transfer: number, step: Step): string {
    const one = this.transfers[transfer]
    if (!one) return 'VALIDATION_ERROR'
    switch (`${one.state} ${step}`) {
      case 'PENDING queue':
        one.state = 'QUEUED'
        return ''
      case 'QUEUED send':
        one.state = 'SENT'
        return ''
      case 'SENT settle':
        this.settle(one)
        return ''
      case 'SENT return':
        one.state = 'RETURNED'
        return ''
      case 'SETTLED return':
        this.accounts[one.account]!.settled += one.isDeposit ? -one.amount : one.amount
        one.state = 'RETURNED'
        return ''
      default:
        return 'VALIDATION_ERROR'
    }
  }

  buy(account: number, name: string, shares: number, limit: number): string {
    if (shares * limit > this.free(account)) return 'INSUFFICIENT_BUYING_POWER'
    const one = this.accounts[account]!
    if (limit < ASK) one.holds.set(name, shares * limit)
    else {
      one.settled -= shares * ASK
      one.shares += shares
    }
    return ''
  }

  sell(account: number, shares: number): string {
    const one = this.accounts[account]!
    if (shares > one.shares) return 'INSUFFICIENT_POSITION'
    one.shares -= shares
    one.proceeds.set(this.today + 1, (one.proceeds.get(this.today + 1) ?? 0) + shares * BID)
    return ''
  }

  endDay(): void {
    this.today++
    for (const one of this.accounts) {
      one.holds.clear()
      one.settled += one.proceeds.get(this.today) ?? 0
      one.proceeds.delete(this.today)
    }
    for (const one of this.transfers.filter(({ delayed }) => delayed)) {
      if (['PENDING', 'QUEUED'].includes(one.state) && one.requested < this.today) one.state = 'SENT'
      if (one.state === 'SENT' && one.expected < this.today) this.settle(one)
    }
  }

  /** '' for a repeat, which does nothing; undefined for a key that is new. */
  private known(account: number, key: string, content: string): string | undefined {
    const before = this.accounts[account]!.keys.get(key)
    return before && (before.content === content ? '' : 'IDEMPOTENCY_CONFLICT')
  }

  private begin(
    account: number,
    asked: { readonly isDeposit: boolean; readonly amount: number; readonly fee: number; readonly key: string; readonly content: string },
  ): void {
    const { isDeposit, amount, fee, key, content } = asked
    const days = (this.transfers.length % 3) + 1
    const dates = { requested: this.today, expected: this.today + days, delayed: this.mode === 'delayed' }
    const transfer: SimpleTransfer = { account, isDeposit, amount, fee, state: 'PENDING', ...dates }
    this.transfers.push(transfer)
    if (key !== '') this.accounts[account]!.keys.set(key, { content, transfer: this.transfers.length })
    if (this.mode === 'instant') this.settle(transfer)
  }

  private settle(transfer: SimpleTransfer): void {
    this.accounts[transfer.account]!.settled += transfer.isDeposit ? transfer.amount : -transfer.amount
    transfer.state = 'SETTLED'
  }
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)
