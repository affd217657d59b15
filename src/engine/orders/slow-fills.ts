/**
 * Numbers of the open orders of a market that a script fills later, oldest first: the first of them that can be filled is due first, so that however
 * many wait cost a commit nothing.
 */
export class SlowFills {
  private numbers = new Set<number>()
  private highest = 0
  private isInOrder = true

  add(number: number): void {
    this.numbers.add(number)
    if (number > this.highest) this.highest = number
    else this.isInOrder = false
  }

  delete(number: number): void {
    this.numbers.delete(number)
  }

  [Symbol.iterator](): IterableIterator<number> {
    if (!this.isInOrder) this.numbers = new Set([...this.numbers].sort((a, b) => a - b))
    this.isInOrder = true
    return this.numbers.values()
  }
}
