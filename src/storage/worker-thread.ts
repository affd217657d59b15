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
  readonly onMessage?: (message: unknown) => void
  /** the thread threw, or ended before it was told to */
  readonly onFailure: (error: Error) => void
}

/** A thread of this process that runs a program of its own, started the way the process itself was (`run.js`), also inside a test runner. */
export class Thread {
  private readonly worker: Worker
  private readonly ended: Promise<void>
  private isEnding = false

  constructor({ name, program, data, onMessage, onFailure }: ThreadOptions) {
    this.worker = new Worker(RUN, {
      name,
      argv: [fileURLToPath(program)],
      execArgv: [],
      workerData: data,
    })
    let failed = false
    const fail = (error: Error): void => {
      if (!failed) onFailure(error)
      failed = true
    }
    this.worker.on('message', (message: unknown) => {
      if (isFailure(message)) fail(errorOf(message.threadFailure, name))
      else onMessage?.(message)
    })
    this.worker.on('error', (error: unknown) =>
      fail(error instanceof Error ? error : new Error(`the ${name} thread failed: ${String(error)}`)),
    )
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

/** What ended a thread, as run.js tells it. */
interface Failure {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code?: string
  readonly cause?: Failure
}

const isFailure = (message: unknown): message is { readonly threadFailure: Failure } =>
  typeof message === 'object' && message !== null && 'threadFailure' in message

/** What another thread threw: it has lost its class and kept its name. */
function errorOf({ name, message, stack, code, cause }: Failure, thread: string): Error {
  const said = name === 'SqliteError' && code !== undefined ? `the ${thread} thread failed with ${code}: ${message}` : message
  return Object.assign(new Error(said), {
    name,
    stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause: errorOf(cause, thread) }),
  })
}
