import '../../src/fix/connection/jspurefix.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AsciiSession, EmptyLogFactory, SessionLauncher } from 'jspurefix'
import type { IJsFixConfig, ISessionDescription, MsgView } from 'jspurefix'
import type { AsciiView } from 'jspurefix/dist/buffer/ascii/ascii-view.js'
import type { EngineFactory } from 'jspurefix/dist/runtime/engine-factory.js'
import { FixMessage } from '../support/fix-message.ts'
import { guideBlock } from './guide.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOH = 1

/** A desk on jspurefix's own initiator, with the settings of docs/connect.md. */
export class JspurefixPeer {
  /** application messages that it has taken, each number once: what it has asked for again is the same as it was */
  readonly taken: FixMessage[] = []
  readonly #launcher: PeerLauncher
  readonly #ended: Promise<unknown>
  #session: PeerSession | undefined
  #logons = 0
  #waiting: (() => void)[] = []

  /** `directory`: of its store, whose numbers it goes on with */
  constructor({ directory, port }: { readonly directory: string; readonly port: number }) {
    this.#launcher = new PeerLauncher(settingsFor(directory, port), {
      ready: (session) => {
        this.#session = session
        this.#logons++
        this.#wake()
      },
      took: (message) => {
        this.#take(message)
        this.#wake()
      },
    })
    this.#ended = this.#launcher.run()
  }

  /** The n-th Logon has been answered. */
  async loggedOn(times = 1): Promise<void> {
    await this.#until(() => this.#logons >= times)
  }

  async hasTaken(count: number): Promise<void> {
    await this.#until(() => this.taken.length >= count)
  }

  /** Sends a message of our dictionary, with its fields by name. */
  send(msgType: string, fields: Readonly<Record<string, unknown>>): void {
    this.#session!.say(msgType, fields)
  }

  async end(): Promise<void> {
    this.#session!.done()
    this.#launcher.stop()
    await this.#ended
  }

  #take(message: FixMessage): void {
    const before = this.taken.find(({ number }) => number === message.number)
    if (before === undefined) this.taken.push(message)
    else if (message.get(43) !== 'Y' || message.body !== before.body) throw new Error(`${before.text} came again as ${message.text}`)
  }

  #wake(): void {
    for (const look of this.#waiting.splice(0)) look()
  }

  async #until(done: () => boolean): Promise<void> {
    while (!done()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

interface Ears {
  readonly ready: (session: PeerSession) => void
  readonly took: (message: FixMessage) => void
}

class PeerLauncher extends SessionLauncher {
  readonly #ears: Ears

  constructor(settings: ISessionDescription, ears: Ears) {
    super(settings, null, new EmptyLogFactory())
    this.#ears = ears
  }

  protected override makeFactory(): EngineFactory {
    return { makeSession: (config: IJsFixConfig) => new PeerSession(config, this.#ears) }
  }
}

class PeerSession extends AsciiSession {
  readonly #ears: Ears

  constructor(config: IJsFixConfig, ears: Ears) {
    super(config)
    this.#ears = ears
  }

  say(msgType: string, fields: Readonly<Record<string, unknown>>): void {
    this.send(msgType, fields)
  }

  protected override onReady(): void {
    this.#ears.ready(this)
  }

  protected override onApplicationMsg(_msgType: string, view: MsgView): void {
    this.#ears.took(new FixMessage((view as AsciiView).toBuffer(SOH).toString('latin1')))
  }

  protected override onLogon(): boolean {
    return true
  }

  protected override onDecoded(): void {
    // application messages are enough
  }

  protected override onEncoded(): void {
    // nothing to do
  }

  protected override onStopped(): void {
    // nothing to do
  }
}

function settingsFor(directory: string, port: number): ISessionDescription {
  const settings = JSON.parse(guideBlock('jspurefix')) as {
    application: { dictionary: string; tcp: { port: number }; recoveryAttemptSeconds: number }
    store: { directory: string }
  }
  const { application } = settings
  application.dictionary = join(ROOT, application.dictionary)
  application.tcp.port = port
  application.recoveryAttemptSeconds = 1
  settings.store.directory = directory
  return settings as unknown as ISessionDescription
}
