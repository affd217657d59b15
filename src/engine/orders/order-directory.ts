import { counterOf, marketOf } from '../../domain/orders/order.ts'
import { NONE } from '../none.ts'

const CHUNK = 4096

/**
 * Order number → slot. Numbers are counters, so this is a chunked array per market: no rehash, and a chunk whose orders have all left
 * is dropped.
 */
export class OrderDirectory {
  private readonly markets: { chunks: (Int32Array | undefined)[]; live: number[] }[] = []

  set(number: number, slot: number): void {
    const { chunks, live } = (this.markets[marketOf(number)] ??= { chunks: [], live: [] })
    const counter = counterOf(number)
    const index = Math.floor(counter / CHUNK)
    const chunk = (chunks[index] ??= new Int32Array(CHUNK).fill(NONE))
    if (chunk[counter - index * CHUNK] === NONE) live[index] = (live[index] ?? 0) + 1
    chunk[counter - index * CHUNK] = slot
  }

  /** NONE when the order is not here. */
  get(number: number): number {
    const market = this.markets[marketOf(number)]
    if (!market) return NONE
    const counter = counterOf(number)
    const index = Math.floor(counter / CHUNK)
    const chunk = market.chunks[index]
    return chunk ? chunk[counter - index * CHUNK]! : NONE
  }

  delete(number: number): void {
    const market = this.markets[marketOf(number)]
    if (!market) return
    const counter = counterOf(number)
    const index = Math.floor(counter / CHUNK)
    const chunk = market.chunks[index]
    if (!chunk || chunk[counter - index * CHUNK] === NONE) return
    chunk[counter - index * CHUNK] = NONE
    market.live[index]!--
    if (market.live[index] === 0) market.chunks[index] = undefined
  }
}
