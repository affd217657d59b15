import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { OpenAccount } from '../../src/domain/commands/account-command.ts'
import type { GuestModel } from './guest-model.ts'
import type { Random } from './random.ts'
import type { RestClient } from './rest-client.ts'
import { priceText, SYMBOLS } from './trading.ts'

const MOST_GUESTS = 4
const TRADING = { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null }
const BANK = { ownerName: 'John Doe', accountType: 'SAVINGS', bankName: null, accountLast4: '1234', routingNumber: '121000358' } as const
const REQUESTS = { deposit: 25, withdrawal: 25, buy: 14, sell: 12, 'cancel all': 6, change: 3, close: 18 } as const

/** Accounts that come and go: opened, paid into, traded in, emptied and closed, and asked to be closed long before; asked for things long after. */
export class Guests {
  readonly #client: RestClient
  readonly #model: GuestModel
  readonly #random: Random
  readonly #operate: (command: OpenAccount) => void
  #opened = 0
  #ids = 0

  constructor(parts: {
    readonly client: RestClient
    readonly model: GuestModel
    readonly random: Random
    /** an operator does that, once */
    readonly operate: (command: OpenAccount) => void
  }) {
    this.#client = parts.client
    this.#model = parts.model
    this.#random = parts.random
    this.#operate = parts.operate
  }

  /** The next thing that one of them does, or another is let in. */
  act(): void {
    const random = this.#random
    const { open, closed } = this.#model
    if (open.length === 0 || (open.length < MOST_GUESTS && random.chance(0.1))) return this.#operate(this.#openAccount())
    const { account, bank } = random.pick(closed.length > 0 && random.chance(0.1) ? closed : open)
    if (bank === undefined) return this.#client.manage({ type: 'LinkBank', account, status: 'APPROVED', ...BANK })
    const id = `guest-${++this.#ids}`
    const transfer = { account, ach: bank, description: null, idempotencyKey: id }
    switch (random.weighted(REQUESTS)) {
      case 'deposit':
        return this.#client.transfer({ type: 'Deposit', ...transfer, amountCents: 1_000 + random.below(100_000) })
      case 'withdrawal':
        return this.#client.transfer({
          type: 'Withdraw',
          ...transfer,
          amountCents: 0,
          fullBalance: true,
          feeCents: random.below(2),
          ira: null,
        })
      case 'buy':
        return this.#buy(account, id)
      case 'sell':
        return this.#sell(account, id)
      case 'cancel all':
        return this.#client.cancelAll(account)
      case 'change':
        return this.#client.manage({
          type: 'UpdateAccount',
          account,
          tradingConfigurations: {},
          changes: JSON.stringify({ dividend_reinvestment: random.chance(0.5) }),
          changesContact: false,
          changesIdentity: false,
        })
      case 'close':
        return this.#client.manage({ type: 'CloseAccount', account })
      default:
    }
  }

  #buy(account: number, id: string): void {
    const { symbol, middle, step } = this.#random.pick(SYMBOLS)
    this.#client.place(account, {
      client_order_id: id,
      symbol,
      side: 'buy',
      quantity: String(1 + this.#random.below(3)),
      order_type: 'limit',
      // seldom met at once
      limit_price: priceText(middle + (this.#random.chance(0.3) ? 5 : -20) * step),
      time_in_force: this.#random.pick(['day', 'gtc'] as const),
    })
  }

  /** All that it has of a security, the parts of a share too. */
  #sell(account: number, id: string): void {
    const held = [...this.#model.lotsOf(account)]
    if (held.length === 0) return
    const [instrument, lots] = this.#random.pick(held)
    if (lots < 0) return
    this.#client.place(account, {
      client_order_id: id,
      symbol: SYMBOLS[instrument]!.symbol,
      side: 'sell',
      quantity: (Number(lots) / 1e9).toFixed(9),
      order_type: 'market',
      time_in_force: 'day',
    })
  }

  #openAccount(): OpenAccount {
    return {
      type: 'OpenAccount',
      partner: 0,
      userId: '',
      accountNumber: `GUEST${++this.#opened}`,
      status: AccountStatus.Active,
      kycStatus: KycStatus.Approved,
      kycResults: null,
      tradingConfigurations: TRADING,
      profile: '{}',
    }
  }
}
