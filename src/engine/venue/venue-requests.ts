import type { VenueRequest } from '../../domain/orders/venue-request.ts'

const NO_REQUESTS: readonly VenueRequest[] = []

/** What the venue of a market has taken and not done yet, soonest first; what is due at one moment in the order of its coming. */
export class VenueRequests {
  /** how many there ever were: the next one's sequence is one more */
  count = 0
  private readonly waiting: VenueRequest[] = []
  private readonly ofOrders = new Map<number, VenueRequest[]>()

  /** The next of them; undefined when there is none. */
  get first(): VenueRequest | undefined {
    return this.waiting[0]
  }

  /** When that is; Infinity when nothing is due. */
  get nextAt(): number {
    return this.waiting[0]?.dueAt ?? Infinity
  }

  get size(): number {
    return this.waiting.length
  }

  /** All of them, soonest first. */
  get all(): readonly VenueRequest[] {
    return this.waiting
  }

  /** Those about an order, oldest first. */
  of(orderNumber: number): readonly VenueRequest[] {
    return this.ofOrders.get(orderNumber) ?? NO_REQUESTS
  }

  add(request: VenueRequest): void {
    this.waiting.splice(this.placeOf(request), 0, request)
    const ofOrder = this.ofOrders.get(request.orderNumber)
    if (ofOrder) ofOrder.push(request)
    else this.ofOrders.set(request.orderNumber, [request])
    this.count = Math.max(this.count, request.sequence)
  }

  remove(request: VenueRequest): void {
    const place = this.placeOf(request)
    if (this.waiting[place]?.sequence !== request.sequence) return
    this.waiting.splice(place, 1)
    const left = this.of(request.orderNumber).filter((other) => other.sequence !== request.sequence)
    if (left.length > 0) this.ofOrders.set(request.orderNumber, left)
    else this.ofOrders.delete(request.orderNumber)
  }

  /** An order has ended: nothing about it is waited for. */
  removeOf(orderNumber: number): void {
    for (const request of this.of(orderNumber)) this.waiting.splice(this.placeOf(request), 1)
    this.ofOrders.delete(orderNumber)
  }

  /** How many stand before it. */
  private placeOf({ dueAt, sequence }: VenueRequest): number {
    let low = 0
    let high = this.waiting.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.waiting[middle]!
      if (other.dueAt < dueAt || (other.dueAt === dueAt && other.sequence < sequence)) low = middle + 1
      else high = middle
    }
    return low
  }
}
