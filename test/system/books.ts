import assert from 'node:assert'
import { formatQuantity } from '../../src/domain/amounts/amounts.ts'
import type { Order } from '../../src/domain/orders/order.ts'
import { isOpen } from '../../src/domain/orders/order.ts'
import type { FixMessage } from '../support/fix-message.ts'
import type { RestClient } from '../support/rest-client.ts'
import type { GatewayProcess } from './gateway-process.ts'
import { isAboutOrder, type JournalStory, ORDER_STATUSES } from './journal-story.ts'
import { allOf } from './rest-orders.ts'

// What journal, FIX and REST say of the same orders, in the same words.

/** The orders of a journal as they stand at its end. */
export function ordersOf(story: JournalStory): Order[] {
  const last = new Map<number, Order>()
  for (const event of story.events) if (isAboutOrder(event)) last.set(event.order.number, event.order)
  return [...last.values()]
}

export function orderText(story: JournalStory, order: Order): string {
  const leaves = isOpen(order.status) ? order.leavesLots : 0
  return `${story.orderId(order.number)} ${ORDER_STATUSES[order.status]!} filled ${formatQuantity(order.filledLots)} leaves ${formatQuantity(leaves)}`
}

const REST_STATUSES: Readonly<Record<string, string>> = { new: '0', partially_filled: '1', filled: '2', cancelled: '4', rejected: '8' }

export function restOrderText(row: Record<string, unknown>): string {
  return `${String(row['id'])} ${REST_STATUSES[String(row['status'])]!} filled ${String(row['filled_quantity'])} leaves ${String(row['remaining_quantity'])}`
}

export function restFillText(row: Record<string, unknown>): string {
  return `17=${String(row['execution_id'])}|37=${String(row['order_id'])} ${String(row['quantity'])} @ ${Number(row['price'])}`
}

/** Answers D, F or G: not a fill. */
export function isAnswer(message: FixMessage): boolean {
  return message.type === '9' || message.get(150) !== 'F'
}

export const clientOrderIdOf = (body: string): string => /^11=([^|]+)/.exec(body)![1]!

/** What REST has to say of accounts and sessions, but for the moment of asking. */
export async function readBooks(gateway: GatewayProcess, rest: RestClient) {
  const { accounts, operator } = gateway.credentials
  const orders: Record<string, unknown>[] = []
  const fills: Record<string, unknown>[] = []
  const positions: Record<string, unknown>[] = []
  const balances: Record<string, unknown>[] = []
  for (const { id } of accounts) {
    orders.push(...(await allOf(rest, `/v1/accounts/${id}/orders`)))
    fills.push(...(await allOf(rest, `/v1/accounts/${id}/activities?type=FILL`)))
    positions.push(...(await allOf(rest, `/v1/accounts/${id}/positions`)))
    const { timestamp, ...amounts } = (await rest.get(`/v1/accounts/${id}/balances`)).body as Record<string, unknown>
    assert(typeof timestamp === 'string')
    balances.push(amounts)
  }
  const sessions = await allOf(rest.as(operator), '/v1/admin/fix/sessions')
  return {
    orders,
    fills,
    positions,
    balances,
    // a session that nobody has used begins with 1
    sessions: Object.fromEntries(
      sessions
        .filter(({ next_inbound }) => Number(next_inbound) > 1)
        .map(({ sender_comp_id, next_inbound, next_outbound }) => [sender_comp_id, { next_inbound, next_outbound }]),
    ),
  }
}

/** Throws where two lists part, with the place. */
export function sameLists(found: readonly string[], expected: readonly string[]): void {
  const at = expected.findIndex((text, index) => text !== found[index])
  const place = at < 0 && found.length > expected.length ? expected.length : at
  if (place < 0) return
  const of = (list: readonly string[]): object => ({ place, found: list.slice(place, place + 3), of: list.length })
  assert.deepStrictEqual(of(found), of(expected))
}
