import { FixClient, fixTime } from './fix-client.ts'
import { type FixMessage, valueOf } from './fix-message.ts'
import type { Credentials, RestClient } from './rest-client.ts'
import type { Stage } from './stage.ts'
import type { TradingAccount } from './trading-accounts.ts'

export interface Cast {
  readonly rest: RestClient
  readonly stage: Stage
  readonly credentials: Credentials
  readonly accounts: readonly [TradingAccount, TradingAccount]
  readonly prefix: string
}

interface Desk {
  readonly client: FixClient
  readonly account: TradingAccount
}

/** Who is logged on. */
interface Floor {
  readonly one: Desk
  readonly two: Desk
  readonly dropCopy: FixClient | undefined
}

const SYMBOL = 'AAPL'
const BUY = '1'
const SELL = '2'
const MARKET = '1'
const LIMIT = '2'
const DAY = '0'

/** The life of some orders, over FIX and REST, from logon to logout. */
export async function tellStory(cast: Cast): Promise<void> {
  const { stage, rest, prefix, accounts } = cast
  const clients: FixClient[] = []
  try {
    await rest.need('POST', '/v1/dev/sandbox/quotes', { symbol: SYMBOL, bid: '199.95', ask: '200.05', bid_size: '1000', ask_size: '1000' })
    const floor = await logOnAll(cast, clients)
    await tradeAgainstTheQuote(cast, floor)
    const resting = await restAndReplace(cast, floor)
    await meetFix(cast, floor, resting)
    await meetRest(cast, floor, resting)
    await cancelTwice(cast, floor, resting)
    await overspend(cast, floor)
    await stage.scene('What the first desk has now, over REST', () => read(rest, accounts[0]), HOLDINGS)
    await stage.scene('Everybody logs out', async () => {
      for (const client of clients) await client.logOut()
    })
    // the quote that was set by hand walks again
    await rest.need('POST', '/v1/dev/sandbox/volatility', { symbol: SYMBOL, bps_per_step: 0.5 })
    stage.print(
      `\nThe ids of these orders begin with ${prefix}. The gateway keeps every message:\n  GET /api/Blotter/OrderFixLogs?orderCode=…`,
    )
  } finally {
    for (const client of clients) client.destroy()
  }
}

const HOLDINGS = ['symbol', 'quantity', 'average_price', 'market_value', 'cash', 'settled_cash', 'unsettled_cash', 'buying_power']
const ORDER = ['id', 'client_order_id', 'status', 'filled_quantity', 'remaining_quantity', 'average_fill_price']

/** Adds each client to `clients` as soon as it is connected. */
async function logOnAll({ stage, credentials, accounts }: Cast, clients: FixClient[]): Promise<Floor> {
  const { desks, dropCopy } = sessionNames(credentials)
  const logOn = async (senderCompId: string): Promise<FixClient> => {
    const { host, port, target_comp_id } = credentials.fix
    const client = await FixClient.logOn({ host, port, senderCompId, targetCompId: target_comp_id }, stage.watchFix(senderCompId))
    clients.push(client)
    return client
  }
  return stage.scene('Two desks and a drop copy log on', async () => ({
    one: { client: await logOn(desks[0]), account: accounts[0] },
    two: { client: await logOn(desks[1]), account: accounts[1] },
    dropCopy: dropCopy === undefined ? undefined : await logOn(dropCopy),
  }))
}

async function tradeAgainstTheQuote({ stage, prefix }: Cast, floor: Floor): Promise<void> {
  await stage.scene('A market order buys what the market offers at 200.05', async () => {
    place(floor.one, { id: `${prefix}1`, side: BUY, quantity: '10', type: MARKET })
    await report(floor, floor.one, `${prefix}1`, isFilled)
  })
}

/** Returns the ClOrdID of the order that rests in the end. */
async function restAndReplace({ stage, prefix }: Cast, floor: Floor): Promise<string> {
  await stage.scene('A limit order finds nobody and rests', async () => {
    place(floor.one, { id: `${prefix}2`, side: SELL, quantity: '10', type: LIMIT, price: '200.03' })
    await report(floor, floor.one, `${prefix}2`, (message) => valueOf(message, 150) === '0')
  })
  await stage.scene('It is replaced: another price, and a new ClOrdID in its chain', async () => {
    replace(floor.one, { id: `${prefix}3`, original: `${prefix}2`, quantity: '10', price: '200.01' })
    await report(floor, floor.one, `${prefix}3`, (message) => valueOf(message, 150) === '5')
  })
  return `${prefix}3`
}

async function meetFix({ stage, prefix }: Cast, floor: Floor, resting: string): Promise<void> {
  await stage.scene('The other desk buys a part of it: both sides hear of the fill', async () => {
    place(floor.two, { id: `${prefix}4`, side: BUY, quantity: '4', type: LIMIT, price: '200.01' })
    await report(floor, floor.two, `${prefix}4`, isFilled)
    await report(floor, floor.one, resting, (message) => valueOf(message, 14) === '4')
  })
}

async function meetRest({ stage, rest, prefix }: Cast, floor: Floor, resting: string): Promise<void> {
  await stage.scene(
    'An order over REST meets the same FIX order',
    async () => {
      const order = { symbol: SYMBOL, side: 'buy', order_type: 'market', quantity: '2', client_order_id: `${prefix}5` }
      await rest.need('POST', `/v1/accounts/${floor.two.account.id}/orders`, order)
      await report(floor, floor.one, resting, (message) => valueOf(message, 14) === '6')
      await floor.dropCopy?.expect((message) => valueOf(message, 11) === `${prefix}5` && isFilled(message))
    },
    ORDER,
  )
}

async function cancelTwice({ stage, prefix }: Cast, floor: Floor, resting: string): Promise<void> {
  await stage.scene('What is left of it is cancelled', async () => {
    cancel(floor.one, { id: `${prefix}6`, original: resting })
    await report(floor, floor.one, `${prefix}6`, (message) => valueOf(message, 150) === '4')
  })
  await stage.scene('A second cancel comes too late', async () => {
    cancel(floor.one, { id: `${prefix}7`, original: resting })
    await answer(floor.one, `${prefix}7`, isCancelReject)
  })
}

async function overspend({ stage, prefix }: Cast, floor: Floor): Promise<void> {
  await stage.scene('An order that its account cannot pay is rejected', async () => {
    place(floor.two, { id: `${prefix}8`, side: BUY, quantity: '20000', type: LIMIT, price: '200.00' })
    await report(floor, floor.two, `${prefix}8`, (message) => valueOf(message, 150) === '8')
  })
}

async function read(rest: RestClient, { id }: TradingAccount): Promise<void> {
  await rest.need('GET', `/v1/accounts/${id}/positions/${SYMBOL}`)
  await rest.need('GET', `/v1/accounts/${id}/balances`)
}

function place({ client, account }: Desk, order: { id: string; side: string; quantity: string; type: string; price?: string }): void {
  client.send(
    'D',
    [1, account.accountNumber],
    [11, order.id],
    [38, order.quantity],
    [40, order.type],
    ...(order.price === undefined ? [] : [[44, order.price] as const]),
    [54, order.side],
    [55, SYMBOL],
    [59, DAY],
    [60, fixTime(new Date())],
  )
}

/** Of a limit order to sell. */
function replace({ client, account }: Desk, order: { id: string; original: string; quantity: string; price: string }): void {
  client.send(
    'G',
    [1, account.accountNumber],
    [11, order.id],
    [38, order.quantity],
    [40, LIMIT],
    [41, order.original],
    [44, order.price],
    [54, SELL],
    [55, SYMBOL],
    [59, DAY],
    [60, fixTime(new Date())],
  )
}

/** Of an order to sell. */
function cancel({ client, account }: Desk, { id, original }: { id: string; original: string }): void {
  client.send('F', [1, account.accountNumber], [11, id], [41, original], [54, SELL], [55, SYMBOL], [60, fixTime(new Date())])
}

type Test = (message: FixMessage) => boolean

const isFilled: Test = (message) => valueOf(message, 39) === '2'
const isCancelReject: Test = (message) => message[0]![1] === '9'

/** Waits for the wanted report about a ClOrdID, and for its copy. */
async function report({ dropCopy }: Floor, desk: Desk, clientOrderId: string, wanted: Test): Promise<void> {
  const message = await answer(desk, clientOrderId, wanted)
  await dropCopy?.expect((copy) => [11, 14, 39, 150].every((tag) => valueOf(copy, tag) === valueOf(message, tag)))
}

/** Waits for the wanted answer; a refusal that comes instead ends the demo. */
async function answer({ client }: Desk, clientOrderId: string, wanted: Test): Promise<FixMessage> {
  const message = await client.expect(
    (candidate) => isProtest(candidate) || (valueOf(candidate, 11) === clientOrderId && (wanted(candidate) || isRefusal(candidate))),
  )
  if (!wanted(message)) throw new Error(`the gateway refuses ${clientOrderId}: ${valueOf(message, 58) ?? 'it does not say why'}`)
  return message
}

const isRefusal: Test = (message) => isCancelReject(message) || valueOf(message, 150) === '8'
/** Reject(3) and BusinessMessageReject(j) name no order. */
const isProtest: Test = (message) => message[0]![1] === '3' || message[0]![1] === 'j'

function sessionNames({ fix: { sessions } }: Credentials): {
  readonly desks: readonly [string, string]
  readonly dropCopy: string | undefined
} {
  const [first, second] = sessions.filter(({ kind }) => kind === 'order-entry').map((session) => session.sender_comp_id)
  if (first === undefined || second === undefined)
    throw new Error('the demo needs two order-entry sessions, as a first start without CONFIG makes them')
  return { desks: [first, second], dropCopy: sessions.find(({ kind }) => kind === 'drop-copy')?.sender_comp_id }
}
