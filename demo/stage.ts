import { setTimeout } from 'node:timers/promises'
import { decodedAnswer, decodedCopy, decodedFix, decodedRequest } from './decoded.ts'
import type { Dictionary } from './dictionary.ts'
import type { Watch } from './fix-client.ts'
import { type FixMessage, valueOf } from './fix-message.ts'
import type { WatchRest } from './rest-client.ts'
import { type Block, styled, twoColumns } from './two-columns.ts'

export interface StageOptions {
  readonly dictionary: Dictionary
  readonly write: (text: string) => void
  readonly width: number
  readonly colour: boolean
  /** between two scenes, so that a reader keeps up */
  readonly pauseMs: number
  /** what the ids of this run's orders begin with; messages about others are not shown */
  readonly prefix: string
}

const LOGON_AND_LOGOUT = ['A', '5']
const CLORDID = 11
const COPY = 797

/** Shows scene by scene what passes between the clients and the gateway. */
export class Stage {
  readonly #options: StageOptions
  #left: Block[] = []
  #right: Block[] = []
  #scenes = 0
  /** members of REST answers that the scene is about */
  #shown: readonly string[] | undefined
  #watching = false

  constructor(options: StageOptions) {
    this.#options = options
  }

  print(text: string): void {
    this.#options.write(`${text}\n`)
  }

  /** Runs a scene and then shows its messages, the sent ones left, the received ones right; also those of a scene that fails. */
  async scene<Result>(title: string, run: () => Promise<Result>, shown?: readonly string[]): Promise<Result> {
    const { width, colour, pauseMs, write } = this.#options
    this.#left = []
    this.#right = []
    this.#shown = shown
    this.#watching = true
    try {
      return await run()
    } finally {
      this.#watching = false
      const heading = `${++this.#scenes}. ${title} `
      write(`\n${styled(heading, 'title', colour)}${styled('─'.repeat(Math.max(0, width - heading.length)), 'faint', colour)}\n`)
      write(twoColumns(this.#left, this.#right, { width, colour }))
      await setTimeout(pauseMs)
    }
  }

  /** What a FIX client of this name sends and receives. */
  watchFix(who: string): Watch {
    return (direction, message) => {
      if (!this.#watching || !this.#isOurs(message)) return
      const { dictionary } = this.#options
      if (direction === 'sent') this.#left.push(decodedFix(who, direction, message, dictionary))
      else if (valueOf(message, COPY) === 'Y') this.#right.push(decodedCopy(who, message, dictionary))
      else this.#right.push(decodedFix(who, direction, message, dictionary))
    }
  }

  readonly watchRest: WatchRest = ({ method, path, body, answer }) => {
    if (!this.#watching) return
    this.#left.push(decodedRequest(method, path, body))
    this.#right.push(decodedAnswer(answer.status, answer.body, this.#shown))
  }

  /** Reports about other orders may come too: those that were made while the session was away. */
  #isOurs(message: FixMessage): boolean {
    return LOGON_AND_LOGOUT.includes(message[0]![1]) || (valueOf(message, CLORDID)?.startsWith(this.#options.prefix) ?? true)
  }
}
