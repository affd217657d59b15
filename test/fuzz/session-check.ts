import assert from 'node:assert/strict'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { ClientConnection } from '../../src/fix/connection/client-connection.ts'
import { clientOrderIdFault } from '../../src/fix/inbound/client-order-id-fault.ts'
import { keptNameFault } from '../../src/fix/inbound/kept-name-fault.ts'
import type { SessionSettings } from '../../src/fix/session/session-settings.ts'
import type { DictionaryRules } from '../../src/fix/wire/dictionary-rules.ts'
import { MessageView } from '../../src/fix/wire/message-view.ts'
import { validateMessage } from '../../src/fix/wire/validate.ts'
import { checkInvariants, lotsOf } from '../engine/invariants.ts'
import { frame, utcTimestamp } from '../support/fix-message.ts'
import { Choices } from './choices.ts'
import { cutAt, cuts, fixStream } from './fix-stream.ts'
import { FuzzedGateway } from './fuzzed-gateway.ts'
import type { FuzzedConnection } from './fuzzed-gateway.ts'
import type { Field, MessageShape } from './message-shapes.ts'
import { readPlainly } from './plain-framer.ts'

export interface SessionSurroundings {
  readonly rules: DictionaryRules
  readonly publicRules: DictionaryRules
  readonly shapes: readonly MessageShape[]
}

const KINDS: readonly Partial<SessionSettings>[] = [
  {},
  { orderScope: 'account', validateUserDefined: false, queueReplaces: true },
  { kind: 'drop-copy' },
  { cancelOnDisconnect: { enabled: true, graceMs: 0, onLogout: true, includeGtc: true }, resetOnLogon: true },
]

const LARGEST_BODY = 4_096

/**
 * Has a desk send what the bytes stand for, one stream for each of them, to a gateway of its own. Throws when the gateway does; when bytes
 * that are no message move a number or change the engine; when a message with a fault of structure reaches the engine; when something goes
 * out that a desk would refuse, or in a wrong order; when the good message behind it all is not answered.
 */
export async function checkSession(tapes: readonly Uint8Array[], surroundings: SessionSurroundings): Promise<void> {
  const desk = new Desk(surroundings, KINDS[(tapes[0]?.[0] ?? 0) % KINDS.length]!)
  try {
    for (const tape of tapes) await desk.send(new Choices(tape))
    checkInvariants(desk.gateway.engine.state, { granted: GRANTED, corrected: false })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${desk.story.join('\n')}`, { cause: error })
  }
}

const GRANTED = new Map([
  ['0 0', lotsOf(100_000)],
  ['0 1', lotsOf(1_000)],
])

class Desk {
  readonly gateway: FuzzedGateway
  /** what was said and heard */
  readonly story: string[] = []
  readonly #surroundings: SessionSurroundings
  #line: FuzzedConnection | undefined
  /** 34 of what was heard last on this line; 0 = nothing yet */
  #lastNumber = 0
  #isLoggedOut = false

  constructor(surroundings: SessionSurroundings, settings: Partial<SessionSettings>) {
    this.#surroundings = surroundings
    this.gateway = new FuzzedGateway(surroundings.rules, settings)
  }

  async send(choices: Choices): Promise<void> {
    const pauseMs = choices.pick(PAUSES_MS)
    if (pauseMs > 0) this.story.push(`${pauseMs} ms pass`)
    this.gateway.clock.advance(pauseMs)
    await this.#listen()
    const line = this.#line ?? (await this.#open(choices.oneIn(12)))
    const { book, clock } = this.gateway
    const now = utcTimestamp(clock.epochMs())
    const speaker = { senderCompId: 'DESK1', targetCompId: 'GATEWAY', sendingTime: now, expected: book.nextInbound }
    const stream = fixStream(choices, this.#surroundings.shapes, speaker)
    const plain = readPlainly(stream, LARGEST_BODY)
    const isGarbage = plain.messages.length === 0 && !plain.isOver
    const before = isGarbage ? this.#state() : ''
    for (const chunk of cutAt(stream, cuts(choices, stream.length))) {
      this.#say(line, chunk)
      if (choices.oneIn(8)) await this.#listen()
    }
    await this.#listen()
    if (isGarbage) assert.equal(this.#state(), before, 'bytes that are no message have changed something')
    if (line.isOpen && plain.isBetweenMessages && this.#lastNumber > 0 && !this.#isLoggedOut) await this.#checkThatItAnswers(line)
    // what is under way is lost with the connection, as it is in life
    else line.drop()
    if (!line.isOpen) await this.#end()
  }

  /** A new connection; nothing has been said on it when the stream is to be its first bytes. */
  async #open(isSilent: boolean): Promise<FuzzedConnection> {
    const line = this.gateway.connect((connection, view) => this.#hand(connection, view))
    this.#line = line
    this.#lastNumber = 0
    this.#isLoggedOut = false
    if (isSilent) return line
    this.#say(line, this.#message('A', '98=0|108=30'))
    const [first] = await this.#listen()
    assert.equal(first?.find(([tag]) => tag === 35)?.[1], 'A', 'a good Logon is not answered')
    return line
  }

  async #end(): Promise<void> {
    await this.gateway.settle()
    this.#line = undefined
  }

  #say(line: FuzzedConnection, bytes: Buffer): void {
    this.story.push(`> ${pipes(bytes)}`)
    line.say(bytes)
  }

  #message(msgType: string, body: string): Buffer {
    const { book, clock } = this.gateway
    const number = book.settings.resetOnLogon && msgType === 'A' ? 1 : book.nextInbound
    return frame(`35=${msgType}|34=${number}|49=DESK1|52=${utcTimestamp(clock.epochMs())}|56=GATEWAY|${body}`)
  }

  async #checkThatItAnswers(line: FuzzedConnection): Promise<void> {
    this.#say(line, this.#message('1', '112=still there'))
    const heard = await this.#listen()
    const isAnswer = (fields: readonly Field[]): boolean => fields.some(([tag, value]) => tag === 112 && value === 'still there')
    // a Logon that waited behind a gap and now had its turn may have ended the session
    assert(heard.some(isAnswer) || this.#isLoggedOut, 'the good message behind it is not answered')
  }

  /** Hands a message to the session, and looks at what it moved. */
  #hand(connection: ClientConnection, view: MessageView): void {
    const { book, sequencer } = this.gateway
    const allowUserDefined = !book.settings.validateUserDefined
    const fault = validateMessage(view, this.#surroundings.rules, { allowUserDefined }) ?? clientOrderIdFault(view) ?? keptNameFault(view)
    const isRestart = view.isYes(141) || book.settings.resetOnLogon
    const expected = book.nextInbound
    const position = sequencer.nextPosition
    connection.onMessage(view)
    if (!isRestart) assert(book.nextInbound >= expected, `the expected number went back from ${expected} to ${book.nextInbound}`)
    // with more than one number, messages that had waited behind it have had their turn
    if (fault !== undefined && book.nextInbound - expected <= 1)
      assert.equal(sequencer.nextPosition, position, `a message with a fault has reached the engine: ${fault.text}`)
  }

  #state(): string {
    const { book, engine, sequencer } = this.gateway
    return `${fingerprint(engine.state)} in ${book.nextInbound} out ${book.nextOutbound} position ${sequencer.nextPosition}`
  }

  /** What has been said by now; each message of it is one that a desk takes. */
  async #listen(): Promise<readonly (readonly Field[])[]> {
    await this.gateway.settle()
    const bytes = this.#line?.take() ?? NOTHING
    if (bytes.length === 0) return []
    this.story.push(`< ${pipes(bytes)}`)
    const { seen, messages } = readPlainly(bytes, 1_000_000)
    assert.equal(seen.length, messages.length, `garbled output: ${seen.join('\n')}`)
    seen.forEach((text, index) => this.#checkHeard(text, messages[index]!))
    return messages
  }

  #checkHeard(text: string, fields: readonly Field[]): void {
    const bytes = Buffer.from(fields.map(([tag, value]) => `${tag}=${value}\x01`).join(''), 'latin1')
    assert(HEARD.load(bytes, 0, bytes.length), `unparsable: ${text}`)
    const { rules, publicRules } = this.#surroundings
    assert.equal(validateMessage(HEARD, rules), undefined, `not of our dialect: ${text}`)
    const fault = validateMessage(HEARD, publicRules)
    // an OrdType(40) of earlier versions, which we know and the public dictionary does not, comes back to who sent it
    assert(fault === undefined || (fault.refTagId === 40 && HEARD.string(39) === '8'), `a desk would refuse ${text}: ${fault?.text}`)
    const number = HEARD.sequenceNumber
    if (HEARD.isYes(43)) {
      assert(number <= this.#lastNumber, `a resend of what was never sent: ${text}`)
      return
    }
    const isRestart = HEARD.msgType === 'A' && number === 1
    assert(this.#lastNumber === 0 || isRestart || number === this.#lastNumber + 1, `${this.#lastNumber} is not followed by ${text}`)
    this.#lastNumber = number
    if (HEARD.msgType === '5') this.#isLoggedOut = true
  }
}

const pipes = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\x01', '|')
const HEARD = new MessageView()
const NOTHING = Buffer.alloc(0)
/** Mostly none; else a heartbeat interval, a TestRequest, the end of patience. */
const PAUSES_MS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 50, 1_000, 31_000, 37_000, 80_000] as const
