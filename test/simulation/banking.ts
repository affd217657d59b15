import type { IraDistribution } from '../../src/domain/accounts/transfer.ts'
import type { Model } from './model.ts'
import type { Random } from './random.ts'
import type { RestClient } from './rest-client.ts'
import { ACCOUNTS } from './trading.ts'

const NEXT = { PENDING: 'queue', QUEUED: 'send', SENT: 'settle' } as const

/** Money that comes and goes over ACH: what account holders ask for, and what the banks outside do with it. */
export class Banking {
  readonly #client: RestClient
  readonly #model: Model
  readonly #random: Random
  #keys = 0

  constructor(parts: { readonly client: RestClient; readonly model: Model; readonly random: Random }) {
    this.#client = parts.client
    this.#model = parts.model
    this.#random = parts.random
  }

  deposit(): void {
    const account = this.#random.below(ACCOUNTS.length)
    this.#client.transfer({
      type: 'Deposit',
      account,
      ach: account + 1,
      amountCents: this.#amount(),
      description: null,
      idempotencyKey: this.#key(),
    })
  }

  withdraw(): void {
    const account = this.#random.below(ACCOUNTS.length)
    const fullBalance = this.#random.chance(0.02)
    this.#client.transfer({
      type: 'Withdraw',
      account,
      ach: account + 1,
      amountCents: fullBalance ? 0 : this.#amount(),
      fullBalance,
      feeCents: this.#random.chance(0.3) ? this.#random.below(100) : 0,
      ira: this.#random.chance(0.2) ? this.#distribution() : null,
      description: null,
      idempotencyKey: this.#key(),
    })
  }

  cancel(): void {
    const transfer = this.#model.someTransfer(this.#random)
    if (transfer !== undefined) this.#client.moveTransfer({ type: 'CancelTransfer', ...transfer })
  }

  /** What the bank's side does: by hand all of it, else it only gives back. What has settled and comes back may leave cash below zero. */
  move({ isByHand, givesBackSettled }: { readonly isByHand: boolean; readonly givesBackSettled: boolean }): void {
    const target = this.#model.someTransfer(this.#random)
    if (target === undefined) return
    const { status, account, transfer } = target
    const move = { type: 'MoveTransfer', account, transfer } as const
    const givesBack = this.#random.chance(0.25)
    if (status === 'SENT' && givesBack) this.#client.moveTransfer({ ...move, action: { do: 'return', code: 'R01' } })
    else if (status === 'SETTLED') {
      if (givesBack && givesBackSettled) this.#client.moveTransfer({ ...move, action: { do: 'return', code: 'R10' } })
    } else if (isByHand && status in NEXT) this.#client.moveTransfer({ ...move, action: { do: NEXT[status as keyof typeof NEXT] } })
  }

  #amount(): number {
    return 1_000 + this.#random.below(this.#random.chance(0.1) ? 20_000_000 : 200_000)
  }

  #key(): string {
    return `transfer-${++this.#keys}`
  }

  #distribution(): IraDistribution {
    const federalCents = this.#random.below(10)
    return { type: 'NORMAL_DISTRIBUTION', federalCents, state: 'NY', stateCents: this.#random.below(10), taxCode: null, taxYear: null }
  }
}
