/**
 * Messages that came before their turn: kept, in bounded memory, until the gap before them is filled. What fills it costs the same however
 * much is kept.
 */
export class GapQueue {
  readonly #messages = new Map<number, Buffer | typeof HANDLED>()
  /** their numbers, ascending: they come in order most of the time */
  readonly #numbers: number[] = []
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
    this.#add(number, bytes)
    this.#bytes += bytes.length
    return true
  }

  /** The message with this number has been dealt with out of turn (a ResendRequest): only its number counts. */
  keepHandled(number: number): void {
    if (this.#messages.size < MAX_MESSAGES && !this.#messages.has(number)) this.#add(number, HANDLED)
  }

  #add(number: number, message: Buffer | typeof HANDLED): void {
    this.#messages.set(number, message)
    this.#numbers.splice(this.#placeOf(number), 0, number)
  }

  /** How many kept numbers are below this one. */
  #placeOf(number: number): number {
    let from = 0
    let to = this.#numbers.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#numbers[middle]! < number) from = middle + 1
      else to = middle
    }
    return from
  }

  /** Takes the message whose turn it is out of the queue. What is before it has been dealt with otherwise (gap fill, reset), and is dropped. */
  take(number: number): Buffer | typeof HANDLED | undefined {
    while (this.lowest < number) this.#takeLowest()
    return this.lowest === number ? this.#takeLowest() : undefined
  }

  #takeLowest(): Buffer | typeof HANDLED {
    const number = this.#numbers.shift()!
    const message = this.#messages.get(number)!
    this.#messages.delete(number)
    if (message !== HANDLED) this.#bytes -= message.length
    return message
  }

  clear(): void {
    this.#messages.clear()
    this.#numbers.length = 0
    this.#bytes = 0
  }

  get isEmpty(): boolean {
    return this.#numbers.length === 0
  }

  /** The lowest number that is kept; Infinity when there is none. */
  get lowest(): number {
    return this.#numbers[0] ?? Infinity
  }
}

export const HANDLED = Symbol('handled')
const MAX_MESSAGES = 20_000
const MAX_BYTES = 4 * 1024 * 1024
