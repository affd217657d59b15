import type { Command } from '../../src/domain/command.ts'
import type { CloseAccount, LinkBank, UpdateAccount } from '../../src/domain/commands/account-command.ts'
import type { CancelTransfer, Deposit, MoveTransfer, Withdraw } from '../../src/domain/commands/transfer-command.ts'
import { toPlaceOrder, toReplaceOrder } from '../../src/http/resources/orders/order-request.ts'
import type { Outcome, Sequencer } from '../../src/sequencer.ts'
import { demand } from './finding.ts'
import type { Model } from './model.ts'
import type { Random } from './random.ts'
import type { SimulatedTime } from './simulated-time.ts'

export interface RestClientParts {
  readonly time: SimulatedTime
  readonly random: Random
  readonly model: Model
  /** undefined while nobody listens */
  readonly sequencer: () => Sequencer | undefined
  readonly tell: (text: string) => void
}

type OrderBody = Parameters<typeof toPlaceOrder>[1]

/**
 * A REST client that repeats whatever it has no answer to. Its requests take the way that the routes take: their body becomes a command, the sequencer
 * runs it, and the answer leaves when that is durable. HTTP itself is left out.
 */
export class RestClient {
  /** orders that it was told of: number by client_order_id */
  readonly placed: { readonly account: number; readonly id: string; readonly number: number }[] = []
  #open = 0
  readonly #parts: RestClientParts

  constructor(parts: RestClientParts) {
    this.#parts = parts
  }

  /** Requests that have no answer yet. */
  get openRequests(): number {
    return this.#open
  }

  place(account: number, body: OrderBody): void {
    const id = body.client_order_id
    this.#ask(
      `POST order ${id}`,
      () => toPlaceOrder(account, body),
      (outcome) => {
        const { model } = this.#parts
        demand(outcome.refusal?.code !== 'CLIENT_ORDER_ID_CONFLICT', () => `the order ${id}, placed again as it was, is a conflict`)
        const known = model.orderOf(account, id)
        const created = outcome.events.find((event) => event.type === 'OrderAccepted' || event.type === 'OrderPended')
        const number = outcome.repeatOf ?? (created && 'order' in created ? created.order?.number : undefined)
        if (number === undefined) return
        demand(number === known, () => `the order ${id} was answered as ${number}, and the disk has ${known ?? 'none'}`)
        if (!this.placed.some((one) => one.number === number)) this.placed.push({ account, id, number })
      },
    )
  }

  cancel(number: number): void {
    const requester = { kind: 'rest' } as const
    this.#ask(`DELETE order ${number}`, () => ({
      type: 'CancelOrder',
      requester,
      order: { number },
      clientOrderId: '',
      originalClientOrderId: '',
    }))
  }

  replace(number: number, body: Parameters<typeof toReplaceOrder>[1]): void {
    this.#ask(`PATCH order ${number}`, () => toReplaceOrder(number, body))
  }

  cancelAll(account: number): void {
    const requester = { kind: 'rest' } as const
    this.#ask(`DELETE orders of ${account}`, () => ({
      type: 'MassCancel',
      requester,
      clientOrderId: '',
      scope: 7,
      market: 0,
      accounts: [account],
      symbol: '',
    }))
  }

  /** Asked for again under its key, a transfer is the same one. */
  transfer(command: Deposit | Withdraw): void {
    const { account, type, idempotencyKey } = command
    this.#ask(
      `${type} ${idempotencyKey}`,
      () => command,
      ({ refusal, repeatOf, events }) => {
        demand(refusal?.code !== 'IDEMPOTENCY_CONFLICT', () => `the transfer ${idempotencyKey}, asked for as it was, is a conflict`)
        const requested = events.find((event) => event.type === 'TransferRequested')
        const number = repeatOf ?? requested?.transfer.number
        if (number === undefined) return
        const known = this.#parts.model.transferOf(account, idempotencyKey!)
        demand(number === known, () => `the transfer ${idempotencyKey} was answered as ${number}, and the disk has ${known ?? 'none'}`)
      },
    )
  }

  moveTransfer(command: CancelTransfer | MoveTransfer): void {
    this.#ask(`${command.type} ${command.transfer}`, () => command)
  }

  /** What is asked of an account itself. */
  manage(command: CloseAccount | LinkBank | UpdateAccount): void {
    const { account, type } = command
    this.#ask(
      `${type} ${account}`,
      () => command,
      ({ refusal }, arrived) => {
        const { guests, nextPosition } = this.#parts.model
        const isAsItWas = nextPosition === arrived
        if (type === 'CloseAccount' && refusal !== undefined && isAsItWas) guests.demandRightRefusal(account, refusal)
      },
    )
  }

  /** `command` is made as the request arrives; `judge` sees the outcome that is answered, and the position at which the journal was to go on before. */
  #ask(what: string, command: () => Command, judge: (outcome: Outcome, arrived: number) => void = () => undefined): void {
    const { tell } = this.#parts
    this.#open++
    let isAnswered = false
    const attempt = (): void => {
      const { time, random, sequencer, model } = this.#parts
      if (isAnswered) return
      time.after(random.between(0.05, 3), () => {
        const asked = command()
        const running = sequencer()
        const arrived = running?.nextPosition ?? 0
        const isClosed = 'account' in asked && typeof asked.account === 'number' && model.guests.isClosed(asked.account)
        running?.submit(asked, (outcome) => {
          const end = outcome.position + outcome.events.length
          demand(outcome.events.length === 0 || end <= model.nextPosition, () => `${what} is answered before it is on the disk`)
          const isRefused = outcome.refusal?.code === 'ACCOUNT_CLOSED'
          demand(!isClosed || isRefused || outcome.repeatOf !== undefined, () => `${what}, of an account that is closed, is not refused`)
          judge(outcome, arrived)
          const isLost = random.chance(0.05)
          tell(
            `${what}: ${outcome.refusal?.code ?? (outcome.repeatOf === undefined ? 'done' : 'repeated')}${isLost ? ', the answer is lost' : ''}`,
          )
          if (isLost) return
          time.after(random.between(0.05, 3), () => {
            if (!isAnswered) this.#open--
            isAnswered = true
          })
        })
      })
      // no answer: once more
      time.after(random.between(50, 3_000), attempt)
    }
    attempt()
  }
}
