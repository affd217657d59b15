import { deepStrictEqual } from 'node:assert'

/** Every answer of the API about some accounts: path → text of the body. */
export type Answers = ReadonlyMap<string, string>

interface Row {
  readonly id: string
  readonly [member: string]: unknown
}
interface OrderRow extends Row {
  readonly symbol: string
  readonly side: string
  readonly order_type: string
  readonly status: string
  readonly notional: string | null
  readonly remaining_notional?: string
  readonly remaining_quantity: string | null
  readonly limit_price: string | null
  readonly filled_quantity: string
}
interface ActivityRow extends Row {
  readonly type: string
  readonly net_amount: string
  readonly symbol: string | null
  readonly quantity: string | null
  readonly price: string | null
  readonly order_id: string | null
}
interface TransferRow extends Row {
  readonly type: string
  readonly status: string
  readonly amount: string
  readonly processing_fee: string
}
interface PositionRow extends Row {
  readonly symbol: string
  readonly quantity: string
  readonly quantity_available: string
}

const LANES = 8
const LISTS = ['orders', 'activities', 'funding/activity', 'positions', 'ach-relationships'] as const
const SINGLES = ['', '/balances', '/portfolio/history?period=all', '/status-history'] as const

/** Reads all that the API says of the accounts, every page of every list. The market's clock has to stand still. */
export async function readAnswers(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  accounts: readonly string[],
): Promise<Answers> {
  const answers = new Map<string, string>()
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, { headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
    answers.set(path, text)
    return JSON.parse(text)
  }
  const readAccount = async (id: string): Promise<void> => {
    for (const single of SINGLES) await read(`/v1/accounts/${id}${single}`)
    for (const list of LISTS) {
      let cursor: string | null = null
      do {
        const page = (await read(`/v1/accounts/${id}/${list}?limit=500${cursor === null ? '' : `&cursor=${cursor}`}`)) as {
          pagination: { next_cursor: string | null }
        }
        cursor = page.pagination.next_cursor
      } while (cursor !== null)
    }
  }
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let index = lane; index < accounts.length; index += LANES) await readAccount(accounts[index]!)
  })
  await Promise.all(lanes)
  return answers
}

/** What the books of a broker have to say of each other. All in cents. */
export interface AuditTotals {
  cash: bigint
  deposits: bigint
  withdrawals: bigint
  fees: bigint
  orders: number
  fills: number
  activities: number
  positions: number
}

/** Throws where the answers about an account contradict each other by a cent or a billionth of a share; else adds it to the totals. */
export function auditAccount(answers: Answers, id: string, totals: AuditTotals): void {
  const rows = <Kind extends Row>(list: (typeof LISTS)[number]): readonly Kind[] =>
    [...answers]
      .filter(([path]) => path.startsWith(`/v1/accounts/${id}/${list}?`))
      .flatMap(([, text]) => (JSON.parse(text) as { data: Kind[] }).data)
  const balances = JSON.parse(answers.get(`/v1/accounts/${id}/balances`)!) as Readonly<Record<string, string>> & {
    readonly settlements: readonly { readonly amount: string }[]
  }
  const orders = rows<OrderRow>('orders')
  const activities = rows<ActivityRow>('activities')
  const transfers = rows<TransferRow>('funding/activity')
  const positions = rows<PositionRow>('positions')
  const balance = (name: string): bigint => cents(balances[name]!)
  const expectEqual = (what: string, found: unknown, expected: unknown): void => deepStrictEqual(found, expected, `account ${id}: ${what}`)

  for (const [list, read] of Object.entries({ orders, activities, transfers, positions }))
    expectEqual(`${list} are listed once`, new Set(read.map((row) => row.id)).size, read.length)

  // cash
  const ledger = sum(activities.map(({ net_amount }) => cents(net_amount)))
  expectEqual('the sum of its activities is its cash', ledger, balance('cash'))
  expectEqual('cash is settled and unsettled', balance('cash'), balance('settled_cash') + balance('unsettled_cash'))
  expectEqual('unsettled cash is what will settle', sum(balances.settlements.map(({ amount }) => cents(amount))), balance('unsettled_cash'))
  const free = balance('settled_cash') - balance('held_for_orders') - balance('pending_withdrawals')
  expectEqual('buying power', balance('buying_power'), free > 0n ? free : 0n)

  // the bank side
  const settled = (type: string): readonly TransferRow[] => transfers.filter((one) => one.type === type && one.status === 'SETTLED')
  const underWay = (type: string): bigint =>
    sum(
      transfers.filter((one) => one.type === type && ['PENDING', 'QUEUED', 'SENT'].includes(one.status)).map(({ amount }) => cents(amount)),
    )
  const posted = (type: string): bigint => sum(activities.filter((one) => one.type === type).map(({ net_amount }) => cents(net_amount)))
  const deposits = sum(settled('DEPOSIT').map(({ amount }) => cents(amount)))
  const withdrawals = sum(settled('WITHDRAWAL').map(({ amount, processing_fee }) => cents(amount) - cents(processing_fee)))
  const fees = sum(settled('WITHDRAWAL').map(({ processing_fee }) => cents(processing_fee)))
  expectEqual('deposits that settled are in the ledger', posted('DEPOSIT'), deposits)
  expectEqual('withdrawals that settled are in the ledger', posted('WITHDRAWAL'), -withdrawals)
  expectEqual('fees are in the ledger', posted('FEE'), -fees)
  expectEqual('pending deposits', balance('pending_deposits'), underWay('DEPOSIT'))
  expectEqual('pending withdrawals', balance('pending_withdrawals'), underWay('WITHDRAWAL'))

  // shares
  const sideOf = new Map(orders.map((order) => [order.id, order.side]))
  const fills = activities.filter(({ type }) => type === 'FILL')
  const held = new Map<string, bigint>()
  const filled = new Map<string, bigint>()
  for (const { symbol, quantity, order_id } of fills) {
    const bought = lots(quantity!)
    add(held, symbol!, sideOf.get(order_id!) === 'buy' ? bought : -bought)
    add(filled, order_id!, bought)
  }
  expectEqual(
    'positions are the sum of its fills',
    new Map(positions.map(({ symbol, quantity }) => [symbol, lots(quantity)])),
    new Map([...held].filter(([, quantity]) => quantity !== 0n).sort((a, b) => order(positions, a[0]) - order(positions, b[0]))),
  )
  for (const one of orders)
    expectEqual(`order ${one.id} has traded what its fills say`, lots(one.filled_quantity), filled.get(one.id) ?? 0n)

  // holds
  const open = orders.filter(({ status }) => ['new', 'accepted', 'partially_filled', 'suspended'].includes(status))
  for (const { symbol, quantity, quantity_available } of positions) {
    const sells = open.filter((one) => one.symbol === symbol && one.side === 'sell')
    if (sells.some(({ notional }) => notional !== null)) continue
    const promised = sum(sells.map(({ remaining_quantity }) => lots(remaining_quantity!)))
    expectEqual(`shares of ${symbol} that are free`, lots(quantity_available), lots(quantity) - promised)
  }
  const buys = open.filter(({ side }) => side === 'buy')
  if (buys.every((one) => one.notional !== null || one.order_type === 'limit')) {
    // a buy never pays more than it has held: a fill that was rounded up to whole cents leaves a cent less for the rest
    const roundedUp = fills.filter((fill) => buys.some((one) => one.id === fill.order_id && one.notional === null) && isRoundedUp(fill))
    const missing = sum(buys.map(holdOf)) - balance('held_for_orders')
    expectEqual(
      'its open buys hold what they may cost',
      { isEnough: missing <= roundedUp.length, isTooMuch: missing < 0n },
      { isEnough: true, isTooMuch: false },
    )
  }

  totals.cash += ledger
  totals.deposits += deposits
  totals.withdrawals += withdrawals
  totals.fees += fees
  totals.orders += orders.length
  totals.fills += fills.length
  totals.activities += activities.length
  totals.positions += positions.length
}

const order = (positions: readonly PositionRow[], symbol: string): number => positions.findIndex((position) => position.symbol === symbol)

/** Of a limit or a cash order. */
function holdOf({ notional, remaining_notional, remaining_quantity, limit_price }: OrderRow): bigint {
  if (notional !== null) return cents(remaining_notional!)
  const product = lots(remaining_quantity!) * scaled(limit_price!, 4)
  return (product + 10n ** 11n - 1n) / 10n ** 11n
}

/** A fill of a buy has cost more than its shares at its price, by a part of a cent. */
function isRoundedUp({ quantity, price, net_amount }: ActivityRow): boolean {
  return -cents(net_amount) * 10n ** 11n > lots(quantity!) * scaled(price!, 4)
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const cents = (text: string): bigint => scaled(text, 2)
const lots = (text: string): bigint => scaled(text, 9)

function scaled(text: string, places: number): bigint {
  const negative = text.startsWith('-')
  const [whole, fraction = ''] = text.replace('-', '').split('.') as [string, string?]
  const value = BigInt(whole + fraction.padEnd(places, '0'))
  return negative ? -value : value
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}
