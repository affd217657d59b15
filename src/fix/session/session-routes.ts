import { type Event, isEntry } from '../../domain/event.ts'
import { isOpen } from '../../domain/orders/order.ts'
import type { Route } from './session-message.ts'

/**
 * Where the messages of a session about events go: answers to a message with 115, 116, 128, 129, 144 or 145, and reports on the orders that
 * came with them. It outlives connections, so that what is told or sent again later goes the same way; not the gateway's process.
 */
export class SessionRoutes {
  /** by position of the event, ascending */
  readonly #ofAnswers = new Map<number, Answered>()
  /** by number of the order */
  readonly #ofOpenOrders = new Map<number, Route>()
  /** those that ended last, in the order in which they did */
  readonly #ofEndedOrders = new Map<number, Route>()
  /** by order and ClOrdID: requests that the venue took to answer them later, in the order in which they came */
  readonly #ofRequests = new Map<string, Route>()
  /** events up to this position have been told, or never will be */
  #toldThrough = 0

  /** The events from a position to before another were caused by a message that was routed; those that answer it go where it came from. */
  answer(answered: Answered, from: number, to: number): void {
    for (let position = from; position < to; position++) this.#ofAnswers.set(position, answered)
  }

  /** Where the message about an event goes; it is told for the first time, in the order of the journal, or again. */
  of(event: Event, position: number): Route | undefined {
    if (this.#ofAnswers.size === 0 && this.#ofOpenOrders.size === 0 && this.#ofEndedOrders.size === 0) return undefined
    const cause = this.#ofAnswers.get(position)
    const answered = cause !== undefined && isAnswer(event, cause.clientOrderId) ? cause.route : undefined
    const order = 'order' in event ? event.order : undefined
    const request = `${order?.number} ${requestOf(event)}`
    const asked = answered ?? this.#ofRequests.get(request)
    const route = asked ?? (order && (this.#ofOpenOrders.get(order.number) ?? this.#ofEndedOrders.get(order.number)))
    if (order !== undefined) {
      if (answered !== undefined && event.type === 'OrderPended' && !isEntry(event)) keep(this.#ofRequests, request, answered)
      // also when it is told again: the connection may have been lost before it was told at all
      if (answered !== undefined && isEntry(event) && !this.#ofEndedOrders.has(order.number)) this.#ofOpenOrders.set(order.number, answered)
      if (!isOpen(order.status)) this.#ended(order.number)
    }
    if (position > this.#toldThrough) this.#told(position)
    return route
  }

  #ended(order: number): void {
    const route = this.#ofOpenOrders.get(order)
    if (route === undefined) return
    this.#ofOpenOrders.delete(order)
    keep(this.#ofEndedOrders, order, route)
  }

  /** What is still to be told keeps its route, however much that is. */
  #told(position: number): void {
    this.#toldThrough = position
    for (const earliest of this.#ofAnswers.keys()) {
      if (this.#ofAnswers.size <= MOST_KEPT || earliest > position) return
      this.#ofAnswers.delete(earliest)
    }
  }
}

/** A message that was routed. */
interface Answered {
  readonly route: Route
  /** ClOrdID(11); undefined where it has none */
  readonly clientOrderId: string | undefined
}

/** Drops the one that has been there longest, where there are too many. */
function keep<Key>(routes: Map<Key, Route>, key: Key, route: Route): void {
  routes.set(key, route)
  if (routes.size > MOST_KEPT) routes.delete(routes.keys().next().value!)
}

/** ClOrdID(11) of the F or G that an event is about; '' where it is about none, or not about one alone. */
function requestOf(event: Event): string {
  switch (event.type) {
    case 'OrderCancelled':
      return event.requestId
    case 'OrderReplaced':
      return event.order.clientOrderId
    case 'OrderPended':
      return event.request.clientOrderId
    case 'CancelRejected':
      return event.clientOrderId
    default:
      return ''
  }
}

/** Whether an event answers the message that has caused it: fills, and what they make too late, are told of the order, which may be another one's. */
function isAnswer(event: Event, clientOrderId: string | undefined): boolean {
  const request = requestOf(event)
  if (request !== '') return request === clientOrderId
  switch (event.type) {
    case 'OrderCancelled':
      return event.requester > 0
    case 'OrderFilled':
    case 'OrderAcknowledged':
    case 'OrderExpired':
    case 'OrderRestated':
    case 'OrderTriggered':
    case 'OrderSuspended':
    case 'OrderReinstated':
      return false
    default:
      return true
  }
}

/** Of answers, of requests, and of orders that have ended: for what is sent again. */
const MOST_KEPT = 10_000
