/** Messages that came before their turn: kept, in bounded memory, until the gap before them is filled. */
export class GapQueue {
  readonly #messages = new Map<number, Buffer | typeof HANDLED>()
  #bytes = 0

  /**
   * Keeps a copy of the message with this number.
   *
   * @returns false when it finds no room: it will be asked for again, since what is not kept is one more gap
   */
  keep(number: number, copy: () => Buffer): boolean {
    if (this.#messages.has(number)) return true
    if (this.#messages.size >= MAX_MESSAGES || this.#bytes >= MAX_BYTES) return false
    const bytes = copy()
    this.#messages.set(number, bytes)
    this.#bytes += bytes.length
    return true
  }

  /** The message with this number has been dealt with out of turn (a ResendRequest): only its number counts. */
  keepHandled(number: number): void {
    if (this.#messages.size < MAX_MESSAGES && !this.#messages.has(number)) this.#messages.set(number, HANDLED)
  }

  /** Takes the message whose turn it is out of the queue. */
  take(number: number): Buffer | typeof HANDLED | undefined {
    const message = this.#messages.get(number)
    if (message === undefined) return undefined
    this.#messages.delete(number)
    if (message !== HANDLED) this.#bytes -= message.length
    return message
  }

  /** Everything before this number has been dealt with otherwise (gap fill, reset). */
  dropBefore(number: number): void {
    for (const kept of this.#messages.keys()) if (kept < number) this.take(kept)
  }

  clear(): void {
    this.#messages.clear()
    this.#bytes = 0
  }

  get isEmpty(): boolean {
    return this.#messages.size === 0
  }

  /** The lowest number that is kept; Infinity when there is none. */
  get lowest(): number {
    let lowest = Infinity
    for (const number of this.#messages.keys()) if (number < lowest) lowest = number
    return lowest
  }
}

export const HANDLED = Symbol('handled')
const MAX_MESSAGES = 20_000
const MAX_BYTES = 4 * 1024 * 1024
