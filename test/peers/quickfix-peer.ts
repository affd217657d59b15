import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { FixMessage } from '../support/fix-message.ts'
import { guideBlock } from './guide.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = fileURLToPath(new URL('quickfix/initiator.cpp', import.meta.url))
const HEADERS = ['/usr/include/quickfix/SSLSocketInitiator.h', '/usr/include/openssl/ssl.h']

/** Why QuickFIX can't be tried on this machine; undefined where it can. */
export function missingPeer(): string | undefined {
  const header = HEADERS.find((path) => !existsSync(path))
  if (header !== undefined) return `there is no ${header} (apt-get install libquickfix-dev)`
  return spawnSync('g++', ['--version']).status === 0 ? undefined : 'there is no g++'
}

/** The initiator, compiled once for each state of its source; kept in build/. */
function initiator(): string {
  const version = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 16)
  const folder = join(ROOT, 'build', 'peers')
  const program = join(folder, `quickfix-initiator-${version}`)
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const fresh = `${program}.${process.pid}`
  // QuickFIX declares what its functions throw, which C++17 no longer knows
  execFileSync('g++', ['-std=c++14', '-Wno-deprecated', '-o', fresh, SOURCE, '-lquickfix', '-lssl', '-lcrypto'])
  renameSync(fresh, program)
  return program
}

export interface PeerOptions {
  /** of the store; a peer with the same one goes on with its numbers */
  readonly directory: string
  readonly port: number
  /** settings of docs/connect.md in other values */
  readonly settings?: Readonly<Record<string, string>>
  /** with the guide's TLS settings */
  readonly isSecure?: boolean
}

/** A desk on QuickFIX with the settings of docs/connect.md. */
export class QuickFixPeer {
  /** every message that it was told, as it came */
  readonly heard: FixMessage[] = []
  /** what it has validated and found to be in sequence */
  readonly taken: FixMessage[] = []
  readonly said: FixMessage[] = []
  readonly events: string[] = []
  readonly #log: string[] = []
  #waiting: (() => void)[] = []
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>

  constructor(options: PeerOptions) {
    const file = join(options.directory, 'settings.cfg')
    writeFileSync(file, settingsFor(options))
    this.#child = spawn(initiator(), [file], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
    let rest = ''
    this.#child.stdout!.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) this.#onLine(line)
    })
    // it may be gone already
    this.#child.stdin!.on('error', () => undefined)
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve))
    onTestFinished(() => void this.#child.kill('SIGKILL'))
  }

  /** Sends a message: `35=D|11=c1|…`; without a connection, after the next Logon. */
  send(fields: string): void {
    this.#tell(`send ${fields}`)
  }

  /** Believes at the next Logon that this is the next number, and asks for everything from there on. */
  expectNumber(number: number): void {
    this.#tell(`expect ${number}`)
  }

  disconnect(): void {
    this.#tell('disconnect')
  }

  /** The n-th Logon of this peer has been answered. */
  async loggedOn(times = 1): Promise<void> {
    await this.#until(() => this.events.filter((text) => text === 'logged on').length >= times)
  }

  /** Knows that it has no connection. */
  async hasLost(): Promise<void> {
    await this.#until(() => this.events.lastIndexOf('logged out') > this.events.lastIndexOf('logged on'))
  }

  /** The first message that is wanted, once it has taken it. */
  async takes(wanted: (message: FixMessage) => boolean): Promise<FixMessage> {
    await this.#until(() => this.taken.some(wanted))
    return this.taken.find(wanted)!
  }

  /** Has taken so many messages. */
  async hasTaken(count: number): Promise<void> {
    await this.#until(() => this.taken.length >= count)
  }

  kill(): Promise<number | null> {
    this.#child.kill('SIGKILL')
    return this.#ended
  }

  /** Logs out and ends. */
  end(): Promise<number | null> {
    this.#child.stdin!.end()
    return this.#ended
  }

  #tell(command: string): void {
    this.#child.stdin!.write(`${command}\n`)
  }

  #until(done: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const guard = setTimeout(() => reject(new Error(`it did not come; what there was:\n${this.#log.slice(-40).join('\n')}`)), PATIENCE_MS)
      const look = (): void => {
        if (!done()) this.#waiting.push(look)
        else {
          clearTimeout(guard)
          resolve()
        }
      }
      look()
    })
  }

  #onLine(line: string): void {
    this.#log.push(line)
    const [what, text] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
    if (what === 'event') this.events.push(text)
    else if (what === 'in') this.heard.push(messageOf(text))
    else if (what === 'out') this.said.push(messageOf(text))
    else if (what === 'app') this.taken.push(messageOf(text))
    for (const look of this.#waiting.splice(0)) look()
  }
}

const PATIENCE_MS = 20_000
const messageOf = (text: string): FixMessage => new FixMessage(text.replaceAll('|', '\x01'))

function settingsFor({ directory, port, settings = {}, isSecure = false }: PeerOptions): string {
  const guide = guideBlock('quickfix')
  const text = isSecure ? guide.replace('[DEFAULT]\n', `[DEFAULT]\n${guideBlock('quickfix-tls')}`) : guide
  const changes = { FileStorePath: join(directory, 'store'), SocketConnectPort: String(port), ReconnectInterval: '1', ...settings }
  return Object.entries(changes).reduce((changed, [key, value]) => {
    const line = new RegExp(`^${key}=.*$`, 'm')
    if (!line.test(changed)) throw new Error(`docs/connect.md has no setting ${key}`)
    return changed.replace(line, `${key}=${value}`)
  }, text)
}
