import { HANDED_OVER } from './journal-protocol.ts'
import type { JournalRequest } from './journal-protocol.ts'

export interface TurnParts {
  /** of the memory that both threads share */
  readonly cells: Int32Array
  /** the next request of the port; undefined when it is empty */
  readonly receive: () => JournalRequest | undefined
  /** writes the batch that was handed over: there is never more than one */
  readonly commit: () => void
  readonly take: (request: JournalRequest) => void
}

/** Takes batches and requests in the order in which the other thread gave them, though they come by two ways and at any moment. */
export class TurnOrder {
  readonly #parts: TurnParts
  #committed: number

  /** `committed`: HANDED_OVER of the last batch that was written before */
  constructor(parts: TurnParts, committed = 0) {
    this.#parts = parts
    this.#committed = committed
  }

  /** Does all that was given before it began, and whatever of what comes meanwhile is in order. */
  turn(): void {
    const { cells, receive, take } = this.#parts
    // before the port is emptied: whatever was posted before that batch is in it
    const handedOver = Atomics.load(cells, HANDED_OVER)
    for (let request = receive(); request; request = receive()) {
      this.#commitUpTo(request.behind)
      take(request)
    }
    this.#commitUpTo(handedOver)
  }

  #commitUpTo(handedOver: number): void {
    if (((handedOver - this.#committed) | 0) <= 0) return
    this.#parts.commit()
    this.#committed = (this.#committed + 1) | 0
  }
}
