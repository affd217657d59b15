import type { Event } from '../../src/domain/event.ts'
import type { TransferEvent } from '../../src/domain/events/transfer-event.ts'
import type { Transfer, TransferStatus } from '../../src/domain/accounts/transfer.ts'
import { demand } from './finding.ts'
import type { Random } from './random.ts'

/** Contract section 7: where each state comes from. A deposit of the instant mode is PENDING no longer than its command. */
const BEFORE: Readonly<Record<TransferStatus, readonly TransferStatus[]>> = {
  PENDING: [],
  QUEUED: ['PENDING'],
  SENT: ['QUEUED'],
  SETTLED: ['SENT'],
  CANCELLED: ['PENDING'],
  RETURNED: ['SENT', 'SETTLED'],
}
const UNDER_WAY: readonly TransferStatus[] = ['PENDING', 'QUEUED', 'SENT']

type AchMode = 'instant' | 'delayed' | 'manual'

/** What an account has under way with its bank. */
export interface UnderWay {
  readonly count: number
  readonly deposits: number
  readonly withdrawals: number
}

/** Deposits and withdrawals once more: each moves along the states that the contract names, settles once, and keeps what was asked for. */
export class TransferModel {
  readonly #mode: AchMode
  readonly #transfers = new Map<number, Transfer>()
  /** numbers, by account and idempotency key */
  readonly #keys = new Map<string, number>()
  /** withdrawals whose fee this commit must charge, or give back */
  readonly #feesDue = new Set<number>()
  #tradeDay = -1

  constructor(mode: AchMode) {
    this.#mode = mode
  }

  apply(event: Event): void {
    switch (event.type) {
      case 'TransferRequested':
        return this.#request(event.transfer)
      case 'TransferMoved':
      case 'DepositSettled':
      case 'DepositReturned':
      case 'WithdrawalSettled':
      case 'WithdrawalReturned':
        return this.#move(event)
      case 'FeeCharged':
        return this.#demandFee(event)
      case 'TradingDayEnded':
        this.#tradeDay = event.nextDay
        return
      default:
    }
  }

  /** Everything of a commit is in. */
  endOfBatch(): void {
    for (const number of this.#feesDue) demand(false, () => `the fee of transfer ${number} is not booked`)
    for (const transfer of this.#transfers.values()) this.#demandInTime(transfer)
  }

  /** One of the last few dozen; undefined while there is none. */
  some(random: Random): Transfer | undefined {
    const { size } = this.#transfers
    return this.#transfers.get(size - random.below(Math.min(size, 40)))
  }

  /** The transfer that a key has asked for; undefined while the disk has none. */
  numberOf(account: number, idempotencyKey: string): number | undefined {
    return this.#keys.get(`${account} ${idempotencyKey}`)
  }

  underWay(account: number): UnderWay {
    let count = 0
    let deposits = 0
    let withdrawals = 0
    for (const transfer of this.#transfers.values()) {
      if (transfer.account !== account || !UNDER_WAY.includes(transfer.status)) continue
      count++
      if (transfer.type === 'DEPOSIT') deposits += transfer.amountCents
      else withdrawals += transfer.amountCents
    }
    return { count, deposits, withdrawals }
  }

  #request(transfer: Transfer): void {
    const { number, account, idempotencyKey, status } = transfer
    demand(number === this.#transfers.size + 1, () => `transfer ${number} is the ${this.#transfers.size + 1}th`)
    demand(status === 'PENDING', () => `transfer ${number} begins as ${status}`)
    const key = `${account} ${idempotencyKey}`
    demand(!this.#keys.has(key), () => `account ${account} asks twice for the transfer ${idempotencyKey}`)
    this.#keys.set(key, number)
    this.#transfers.set(number, transfer)
  }

  #move({ type, transfer }: TransferEvent): void {
    const before = this.#transfers.get(transfer.number)!
    const from = this.#mode === 'instant' && transfer.status === 'SETTLED' ? ['PENDING'] : BEFORE[transfer.status]
    demand(from.includes(before.status), () => `transfer ${transfer.number} went from ${before.status} to ${transfer.status}`)
    const moves =
      transfer.status === 'SETTLED' ? 'Settled' : transfer.status === 'RETURNED' && before.status === 'SETTLED' ? 'Returned' : undefined
    const right = moves === undefined ? 'TransferMoved' : `${transfer.type === 'DEPOSIT' ? 'Deposit' : 'Withdrawal'}${moves}`
    demand(type === right, () => `transfer ${transfer.number} became ${transfer.status} by ${type}, not ${right}`)
    const same = transfer.account === before.account && transfer.type === before.type && transfer.amountCents === before.amountCents
    demand(same && transfer.feeCents === before.feeCents, () => `transfer ${transfer.number} became another`)
    this.#transfers.set(transfer.number, transfer)
    if (moves !== undefined && transfer.feeCents > 0) this.#feesDue.add(transfer.number)
  }

  #demandFee({ transfer, cents }: Extract<Event, { type: 'FeeCharged' }>): void {
    const { status, feeCents } = this.#transfers.get(transfer)!
    const right = status === 'SETTLED' ? feeCents : status === 'RETURNED' ? -feeCents : 0
    demand(
      cents === right && this.#feesDue.delete(transfer),
      () => `transfer ${transfer}, ${status}, is charged ${cents} cents and not ${right}`,
    )
  }

  /** Those that move by themselves do so with their day. */
  #demandInTime({ number, status, requestedDay, expectedDay }: Transfer): void {
    if (this.#mode === 'instant') demand(!UNDER_WAY.includes(status), () => `transfer ${number} is ${status} where all are instant`)
    if (this.#mode !== 'delayed') return
    const isQueued = status !== 'PENDING' && status !== 'QUEUED'
    demand(isQueued || requestedDay >= this.#tradeDay, () => `transfer ${number} is ${status} behind its day ${requestedDay}`)
    demand(status !== 'SENT' || expectedDay >= this.#tradeDay, () => `transfer ${number} is ${status} behind its day ${expectedDay}`)
  }
}
