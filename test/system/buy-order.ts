import { expect } from 'vitest'
import type { RestClient } from '../support/rest-client.ts'

/** A buy order that waits: nobody sells for a dollar. */
export async function placeBuyOrder(rest: RestClient, account: string, clientOrderId: string): Promise<void> {
  const { status } = await rest.post(`/v1/accounts/${account}/orders`, {
    symbol: 'AAPL',
    side: 'buy',
    order_type: 'limit',
    limit_price: '1.00',
    quantity: '1',
    client_order_id: clientOrderId,
  })
  expect(status).toBe(201)
}
