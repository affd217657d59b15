/**
 * In which parts of the journal something concerned a session while it was not live, to within BLOCK positions: when it returns, nothing
 * else is read for it. In memory only; what happened before `since` is not known.
 */
export class MissedBlocks {
  #since = Infinity
  /** numbers of blocks, ascending */
  #blocks: number[] = []

  /** From this position on everything that concerns the session is noted. */
  noteFrom(position: number): void {
    this.#since = position
    this.#blocks = []
  }

  /** The event at `position` concerns the session. Calls come in order. */
  note(position: number): void {
    const block = Math.floor(position / BLOCK)
    if (this.#blocks.length === 0 || this.#blocks[this.#blocks.length - 1]! < block) this.#blocks.push(block)
  }

  /**
   * The first position from `from` on at which something may concern the session; `end` where nothing before that does. What lies before
   * `from` is forgotten.
   */
  nextFrom(from: number, end: number): number {
    if (from < this.#since) return from
    const here = Math.floor(from / BLOCK)
    while (this.#blocks.length > 0 && this.#blocks[0]! < here) this.#blocks.shift()
    return Math.max(from, this.#blocks.length === 0 ? end : this.#blocks[0]! * BLOCK)
  }
}

const BLOCK = 4_096
