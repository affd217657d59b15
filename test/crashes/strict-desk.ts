import { clientOrderIdOf, isAnswer } from '../system/books.ts'
import { Desk } from '../system/desk.ts'
import { toldText } from '../system/journal-story.ts'
import type { Said } from '../system/traffic.ts'

/** more than a session says or hears between two crashes, several times over */
const REMEMBERED = 20_000

/** A desk that keeps what matters of every report, and whose every request has one answer. */
export class StrictDesk extends Desk {
  /** what it was told, in order, in the words of `toldText` */
  readonly told: string[] = []
  readonly #unanswered = new Set<string>()
  #whenTold: () => void = () => undefined

  constructor(compId: string, { asksByLogon = false } = {}) {
    super(compId, { asksByLogon, remembers: REMEMBERED })
    this.onReport((message) => {
      // the News of a gateway's end is not about orders
      if (message.type === 'B') return
      this.told.push(toldText(message))
      const id = message.get(11)!
      // a copy of somebody else's order answers nothing
      if (message.get(797) !== 'Y' && isAnswer(message) && !this.#unanswered.delete(id))
        throw new Error(`${compId} heard an answer to ${id} that it did not wait for: ${message.text}`)
      this.#whenTold()
    })
  }

  /** Calls with every report from now on. */
  whenTold(run: () => void): void {
    this.#whenTold = run
  }

  trade(said: readonly Said[]): void {
    for (const [, body] of said) this.#unanswered.add(clientOrderIdOf(body))
    this.sayAll(said)
  }

  /** requests that have no answer so far */
  get waitsFor(): number {
    return this.#unanswered.size
  }

  /** Resolves when every request of before is answered; throws when one has no answer although everything was taken and told. */
  async answered(): Promise<void> {
    await this.caughtUp()
    if (this.#unanswered.size === 0) return
    const some = [...this.#unanswered].slice(0, 3).join(', ')
    throw new Error(`${this.compId} has no answer to ${this.#unanswered.size} requests: ${some} …`)
  }
}
