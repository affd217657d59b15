import type { RestAnswer, RestClient } from '../support/rest-client.ts'

export interface PostedOrder {
  readonly url: string
  readonly body: { readonly client_order_id: string }
  /** undefined: the connection broke before one came */
  answer: RestAnswer | undefined
}

/** A partner that posts one order after the other, several at a time, until the gateway is gone. */
export class RestOrders {
  readonly posted: PostedOrder[] = []
  readonly #rest: RestClient
  readonly #accounts: readonly string[]
  readonly #below: (below: number) => number
  readonly #told: () => void
  #answered = 0
  #isOver = false
  #onAnswer: () => void = () => undefined

  /** `told` is called with every answer. */
  constructor(rest: RestClient, accounts: readonly string[], below: (below: number) => number, told: () => void = () => undefined) {
    this.#rest = rest
    this.#told = told
    this.#accounts = accounts
    this.#below = below
  }

  /** Resolves when the gateway has stopped answering. */
  async postUntilItEnds(atATime: number): Promise<void> {
    await Promise.all(Array.from({ length: atATime }, () => this.#post()))
  }

  /** No more is posted; `postUntilItEnds` resolves with the last answer. */
  stop(): void {
    this.#isOver = true
  }

  /** Resolves when so many posts have been answered. */
  answered(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswer = () => {
        if (this.#answered >= count) resolve()
      }
      this.#onAnswer()
    })
  }

  async #post(): Promise<void> {
    while (!this.#isOver) {
      const one = this.#next()
      this.posted.push(one)
      one.answer = await this.#rest.post(one.url, one.body).catch(lostConnection)
      this.#answered++
      this.#onAnswer()
      this.#told()
      if (one.answer === undefined || one.answer.status === 503) return
    }
  }

  #next(): PostedOrder {
    const below = this.#below
    const account = this.#accounts[below(this.#accounts.length)]!
    const body = {
      symbol: `BENCH${1 + below(3)}`,
      side: below(2) === 0 ? 'buy' : 'sell',
      order_type: 'limit',
      quantity: String(1 + below(9)),
      limit_price: `${99 + below(3)}.00`,
      time_in_force: 'day',
      client_order_id: `rest-${this.posted.length}`,
    }
    return { url: `/v1/accounts/${account}/orders`, body, answer: undefined }
  }
}

/** fetch says so with a TypeError; anything else is a fault of the test or of the answer. */
function lostConnection(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

/** All rows of a list. */
export async function allOf(rest: RestClient, url: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let cursor = ''
  for (;;) {
    const { status, body } = await rest.get(`${url}${url.includes('?') ? '&' : '?'}limit=500${cursor}`)
    if (status !== 200) throw new Error(`GET ${url}: ${status} ${JSON.stringify(body)}`)
    const page = body as { data: Record<string, unknown>[]; pagination: { next_cursor: string | null } }
    rows.push(...page.data)
    if (page.pagination.next_cursor === null) return rows
    cursor = `&cursor=${page.pagination.next_cursor}`
  }
}
