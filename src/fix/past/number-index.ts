/**
 * Where in the journal a session's numbers were given: a sparse index from MsgSeqNum(34) to the batch that gave it, so that a
 * ResendRequest begins to read near its first message. A point every few hundred messages or few thousand positions.
 */
export class NumberIndex {
  #numbers: number[] = []
  #positions: number[] = []

  /** The batch at `position` gave `number` and those behind it. Calls come in order. */
  add(number: number, position: number): void {
    const last = this.#numbers.length - 1
    if (last >= 0 && number - this.#numbers[last]! < NUMBERS_APART && position - this.#positions[last]! < POSITIONS_APART) return
    this.#numbers.push(number)
    this.#positions.push(position)
  }

  /** Where to begin to read for a number: the batch that gave it is there or later. -1 when no number has been given. */
  positionBefore(number: number): number {
    let low = 0
    let high = this.#numbers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#numbers[middle]! <= number) low = middle + 1
      else high = middle
    }
    return this.#positions[Math.max(0, low - 1)] ?? -1
  }

  /** No batch from `position` up to this one gave a number: Infinity when none did since, `position` itself where that is not known. */
  nextFrom(position: number): number {
    const positions = this.#positions
    if (positions.length === 0 || position < positions[0]!) return position
    let low = 0
    let high = positions.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (positions[middle]! <= position) low = middle + 1
      else high = middle
    }
    return position < positions[low - 1]! + POSITIONS_APART ? position : (positions[low] ?? Infinity)
  }

  clear(): void {
    this.#numbers = []
    this.#positions = []
  }

  snapshot(): NumberIndexSnapshot {
    return { numbers: [...this.#numbers], positions: [...this.#positions] }
  }

  restore(snapshot: NumberIndexSnapshot): void {
    this.#numbers = [...snapshot.numbers]
    this.#positions = [...snapshot.positions]
  }
}

export interface NumberIndexSnapshot {
  readonly numbers: readonly number[]
  readonly positions: readonly number[]
}

const NUMBERS_APART = 512
const POSITIONS_APART = 4_096
