import type { Event } from '../../../domain/event.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OrderRefusalCode } from '../../../domain/refusal.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { readOrder } from '../../encoding/order-record.ts'

/** Why an order was refused: what its event has beside the order. */
export interface Rejection {
  readonly code: OrderRefusalCode
  readonly text: string
  /** as it came, also where it is no known symbol */
  readonly symbol: string
  /** as it came, where it could not be converted */
  readonly quantity?: string
  readonly price?: string
  readonly stopPrice?: string
  readonly cash?: string
  readonly details?: Readonly<Record<string, string | number | null>>
}

/** An order as it stands, with what only its events know. */
export interface OrderRecord {
  readonly order: Order
  /** of a rejected order */
  readonly rejection?: Rejection
  /** quantity and price of its last fill that stands, as it was corrected; 0 where there is none */
  readonly lastLots: number
  readonly lastTicks: number
}

/** Columns of `orders` that make an OrderRecord. */
export const ORDER_COLUMNS = 'record, rejection, last_lots AS lastLots, last_ticks AS lastTicks'

export interface OrderRow {
  readonly record: Buffer
  readonly rejection: string | null
  readonly lastLots: number
  readonly lastTicks: number
}

export function orderOfRow({ record, rejection, lastLots, lastTicks }: OrderRow): OrderRecord {
  const order = readOrder(new ByteReader(record))
  return { order, ...(rejection !== null && { rejection: JSON.parse(rejection) as Rejection }), lastLots, lastTicks }
}

export function rejectionOf({ code, text, symbol, echo, details }: Extract<Event, { type: 'OrderRejected' }>): Rejection {
  return { code, text, symbol, ...echo, ...(details && { details }) }
}

/** The client order id that an event gives to an order for ever; '' when it gives none. */
export function idGivenBy(event: Event): string {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderRejected':
      return event.order.firstClientOrderId
    case 'OrderReplaced':
      return event.order.clientOrderId
    case 'OrderPended':
      return event.request.clientOrderId
    case 'OrderCancelled':
      return event.requestId
    case 'CancelRejected':
      return event.order ? event.clientOrderId : ''
    default:
      return ''
  }
}
