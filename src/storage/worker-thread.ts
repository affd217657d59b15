import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'

const RUN = new URL('../../run.js', import.meta.url)

export interface ThreadOptions {
  /** for stack traces and profiles */
  readonly name: string
  /** the program: a TypeScript file of this repository */
  readonly program: URL
  readonly data: unknown
  readonly transfer?: readonly Transferable[]
  readonly onMessage?: (message: unknown) => void
  /** the thread threw, or ended before it was told to */
  readonly onFailure: (error: Error) => void
}

/** A thread of this process that runs a program of its own, started the way the process itself was (`run.js`), also inside a test runner. */
export class Thread {
  private readonly worker: Worker
  private readonly ended: Promise<void>
  private isEnding = false

  constructor({ name, program, data, transfer = [], onMessage, onFailure }: ThreadOptions) {
    this.worker = new Worker(RUN, {
      name,
      argv: [fileURLToPath(program)],
      execArgv: [],
      workerData: data,
      transferList: [...transfer],
    })
    let failed = false
    const fail = (error: Error): void => {
      if (!failed) onFailure(error)
      failed = true
    }
    if (onMessage) this.worker.on('message', onMessage)
    this.worker.on('error', (error: unknown) => fail(errorOf(error, name)))
    this.ended = new Promise((resolve) => {
      this.worker.on('exit', (code) => {
        if (!this.isEnding) fail(new Error(`the ${name} thread ended with code ${code}`))
        resolve()
      })
    })
  }

  post(message: unknown, transfer: readonly Transferable[] = []): void {
    this.worker.postMessage(message, [...transfer])
  }

  /** Waits until the thread has ended by itself, having been told to. */
  async join(): Promise<void> {
    this.isEnding = true
    await this.ended
  }
}

/** What another thread threw. An error of better-sqlite3 arrives as an object with nothing but its code. */
function errorOf(thrown: unknown, thread: string): Error {
  if (thrown instanceof Error) return thrown
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  if (typeof code !== 'string') return new Error(`the ${thread} thread failed: ${String(thrown)}`)
  return Object.assign(new Error(`the ${thread} thread failed with ${code}`), { name: 'SqliteError', code })
}
