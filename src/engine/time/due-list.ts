interface Due {
  /** epoch ms of the market's time; 0 = it does not wait */
  readonly dueAt: number
  readonly number: number
}

/** What moves on by itself in a market, soonest first; what is due at the same moment, by number. */
export class DueList<Item extends Due> {
  private readonly waiting = new Map<number, Item>()
  /** a binary heap; those that no longer wait stay in it until they are first */
  private readonly heap: Item[] = []

  /** The next of them; undefined when there is none. */
  get first(): Item | undefined {
    while (this.heap.length > 0 && this.waiting.get(this.heap[0]!.number) !== this.heap[0]) this.removeFirst()
    return this.heap[0]
  }

  /** When that is; Infinity when nothing is due. */
  get nextAt(): number {
    return this.first?.dueAt ?? Infinity
  }

  add(item: Item): void {
    if (item.dueAt === 0) return
    this.waiting.set(item.number, item)
    const { heap } = this
    let place = heap.push(item)
    for (; place > 1 && isBefore(item, heap[(place >> 1) - 1]!); place >>= 1) heap[place - 1] = heap[(place >> 1) - 1]!
    heap[place - 1] = item
  }

  remove(number: number): void {
    this.waiting.delete(number)
  }

  private removeFirst(): void {
    const { heap } = this
    const last = heap.pop()!
    if (heap.length === 0) return
    let place = 1
    for (let next = 2; next <= heap.length; next = place * 2) {
      if (next < heap.length && isBefore(heap[next]!, heap[next - 1]!)) next++
      if (!isBefore(heap[next - 1]!, last)) break
      heap[place - 1] = heap[next - 1]!
      place = next
    }
    heap[place - 1] = last
  }
}

const isBefore = (one: Due, other: Due): boolean => one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.number < other.number)
