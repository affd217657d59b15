import type { Line } from './line.ts'

/** of one line in one turn of the event loop: some 400 orders */
const BYTES_A_TURN = 64 * 1024
/** the runtime goes on reading behind a read that filled its buffer, or a record of TLS, and not behind a smaller one */
const LARGE_READ = 16 * 1024

/**
 * Lets one turn of the event loop read so much of a line and no more. The runtime itself reads up to 2 MiB of a client that sends without a
 * pause before it looks at anything else: commits that are done would wait for 0.1 s, and so would all other clients.
 */
export class ReadTurns {
  readonly #line: Pick<Line, 'pause' | 'resume'>
  #bytes = 0
  #isPaused = false

  constructor(line: Pick<Line, 'pause' | 'resume'>) {
    this.#line = line
  }

  /** So many bytes were read, and dealt with. */
  read(bytes: number): void {
    if (bytes < LARGE_READ) return
    if (this.#bytes === 0) setImmediate(() => this.#endTurn())
    this.#bytes += bytes
    if (this.#bytes < BYTES_A_TURN || this.#isPaused) return
    this.#isPaused = true
    this.#line.pause()
  }

  #endTurn(): void {
    this.#bytes = 0
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#line.resume()
  }
}
