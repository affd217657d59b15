import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const RUN = fileURLToPath(new URL('../../../run.js', import.meta.url))

/** A process that runs one of the programs beside this file, and what it prints. It does not outlive the test. */
export class Child {
  readonly lines: AsyncIterableIterator<string>
  private readonly process: ChildProcessByStdio<null, Readable, null>

  constructor(program: string, ...programArguments: string[]) {
    const path = fileURLToPath(new URL(program, import.meta.url))
    this.process = spawn(process.execPath, [RUN, path, ...programArguments], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void this.process.kill('SIGKILL'))
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
  }

  get pid(): number {
    return this.process.pid!
  }

  async line(): Promise<string> {
    const { value, done } = await this.lines.next()
    if (done === true) throw new Error('the process ended')
    return value
  }

  /** kill -9; resolves with what it had printed and nobody had read. */
  async kill(): Promise<string[]> {
    const ended = once(this.process, 'exit')
    this.process.kill('SIGKILL')
    const rest: string[] = []
    for await (const line of this.lines) rest.push(line)
    await ended
    return rest
  }
}
