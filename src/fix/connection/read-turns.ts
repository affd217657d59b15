import type { Line } from './line.ts'

/** of one line in one turn of the event loop, and the read that reaches it: some 400 orders */
export const BYTES_A_TURN = 64 * 1024

/**
 * Lets one turn of the event loop read so much of a line and no more. The runtime itself reads up to 2 MiB of a client that sends without a
 * pause before it looks at anything else, over TLS in pieces as small as the client's records: commits that are done would wait for 0.1 s,
 * and so would all other clients.
 */
export class ReadTurns {
  readonly #line: Pick<Line, 'pause' | 'resume'>
  #bytes = 0
  #isPaused = false

  constructor(line: Pick<Line, 'pause' | 'resume'>) {
    this.#line = line
  }

  /** So many bytes, at least one, were read and dealt with. */
  read(bytes: number): void {
    if (this.#bytes === 0) setImmediate(this.#endTurn)
    this.#bytes += bytes
    if (this.#bytes < BYTES_A_TURN || this.#isPaused) return
    this.#isPaused = true
    this.#line.pause()
  }

  readonly #endTurn = (): void => {
    this.#bytes = 0
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#line.resume()
  }
}
