import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { SandboxCredentials } from '../../src/genesis/sandbox-credentials.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'
import { afterwards } from './afterwards.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * What `npm start` runs, with the options that it gives V8, and one more: most of these processes live for a second, of which V8 would spend a quarter on
 * making code fast that is not run again. What does run long is made fast a moment later.
 */
const START = startCommand()

function startCommand(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly scripts: { readonly start: string } }
  const [exec, node, ...rest] = scripts.start.split(' ')
  assert.deepEqual([exec, node], ['exec', 'node'])
  return [process.execPath, '--interrupt-budget=400000', ...rest]
}

export interface ProcessOptions {
  readonly directory: string
  /** a file that is merged over the defaults */
  readonly config?: string
  readonly environment?: Readonly<Record<string, string>>
  /** instead of what `npm start` runs */
  readonly command?: readonly string[]
  /** takes what ends it at the latest; left out: the end of the test that starts it, or of the program */
  readonly atTheEnd?: (end: () => void) => void
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** The real program, as `npm start` runs it, with a data directory, on free ports. It does not outlive the test. */
export class GatewayProcess {
  readonly directory: string
  readonly ended: Promise<Ending>
  readonly #child: ChildProcess
  #stdout = ''
  #stderr = ''
  #whenSaid: (() => void)[] = []

  /** Starts it, and waits for nothing. */
  constructor({ directory, config, environment, command = START, atTheEnd = afterwards }: ProcessOptions) {
    this.directory = directory
    const child = spawn(command[0]!, command.slice(1), {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: directory,
        HTTP_PORT: '0',
        FIX_PORT: '0',
        MANAGEMENT_PORT: '0',
        ...(config === undefined ? {} : { CONFIG: config }),
        ...environment,
      },
    })
    this.#child = child
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
      for (const run of this.#whenSaid.splice(0)) run()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr }))
    })
    atTheEnd(() => void child.kill('SIGKILL'))
  }

  /** Starts it and resolves once it listens. */
  static async start(options: ProcessOptions): Promise<GatewayProcess> {
    const started = new GatewayProcess(options)
    await started.saying(/ {2}metrics .*\n(.*\n)*\n$/)
    return started
  }

  /** Resolves when what it has printed matches; rejects when it ends before. */
  async saying(pattern: RegExp): Promise<void> {
    const ended = this.ended.then(({ code, signal, stderr }) => {
      throw new Error(`the gateway ended with ${code ?? signal}:\n${stderr}`)
    })
    while (!pattern.test(this.#stdout)) await Promise.race([ended, new Promise<void>((resolve) => this.#whenSaid.push(resolve))])
  }

  get pid(): number {
    return this.#child.pid!
  }

  get stdout(): string {
    return this.#stdout
  }

  /** As the file says now; its ports are those of the last start. */
  get credentials(): SandboxCredentials {
    return JSON.parse(readFileSync(join(this.directory, 'sandbox-credentials.json'), 'utf8')) as SandboxCredentials
  }

  /** Where its metrics are; it has to listen. */
  get metricsUrl(): string {
    return / {2}metrics {2}(\S+)/.exec(this.#stdout)![1]!
  }

  /** A client with the partner's key, which checks every answer against the gateway's OpenAPI document. */
  rest(): Promise<RestClient> {
    const { base_url, api_key, api_secret } = this.credentials
    return RestClient.of(connectTo(base_url), { 'x-api-key': api_key, 'x-api-secret': api_secret })
  }

  /** kill -9, now. */
  kill(): Promise<Ending> {
    this.#child.kill('SIGKILL')
    return this.ended
  }

  terminate(): Promise<Ending> {
    this.#child.kill('SIGTERM')
    return this.ended
  }
}

/** A directory that goes with the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-system-'))
  afterwards(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A file that goes with the test, for CONFIG. */
export function configFile(settings: unknown): string {
  const file = join(temporaryDirectory(), 'config.json')
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
  return file
}

/** config/bench.json with fewer sessions and symbols, and with a second drop copy. */
export function smallBench(given: { readonly sessions: number; readonly symbols: number }): object {
  const bench = JSON.parse(readFileSync(join(ROOT, 'config/bench.json'), 'utf8')) as {
    readonly fix: { readonly sessions: readonly object[] }
    readonly first_start: { readonly bench: object }
  }
  return {
    ...bench,
    fix: { ...bench.fix, sessions: [...bench.fix.sessions, { sender_comp_id: 'DROP2', kind: 'drop-copy' }] },
    first_start: { ...bench.first_start, bench: { ...bench.first_start.bench, ...given } },
  }
}
