import { connect, type Socket } from 'node:net'
import { decode, encode, type FixMessage, valueOf } from './fix-message.ts'

export interface FixAddress {
  readonly host: string
  readonly port: number
  readonly targetCompId: string
  readonly senderCompId: string
}

/** Told of every message that passes, in both directions; not of heartbeats. */
export type Watch = (direction: 'sent' | 'received', message: FixMessage) => void

type Wanted = (message: FixMessage) => boolean

interface Expectation {
  readonly wanted: Wanted
  readonly resolve: (message: FixMessage) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

const PATIENCE_MS = 10_000

/** The smallest FIX client that can trade: one session, numbers from 1 with every Logon, no store. */
export class FixClient {
  readonly #address: FixAddress
  readonly #watch: Watch
  readonly #socket: Socket
  #nextNumber = 1
  #unread = ''
  #expectation: Expectation | undefined
  #ended: Error | undefined
  readonly #received: FixMessage[] = []

  private constructor(address: FixAddress, socket: Socket, watch: Watch) {
    this.#address = address
    this.#socket = socket
    this.#watch = watch
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.#read(text))
    socket.on('close', () => this.#end(new Error(`the gateway has closed the connection of ${address.senderCompId}`)))
    socket.on('error', (error) => this.#end(error))
  }

  /** Connects and logs on; both numberings start over (ResetSeqNumFlag). Rejects when the Logon is refused. */
  static async logOn(address: FixAddress, watch: Watch): Promise<FixClient> {
    const socket = connect({ host: address.host, port: address.port })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject)
    })
    const client = new FixClient(address, socket, watch)
    const logon = client.expect((message) => message[0]![1] === 'A')
    // 98=0 no encryption, 108=30 seconds between heartbeats, 141=Y reset
    client.send('A', [98, '0'], [108, '30'], [141, 'Y'])
    await logon.catch(() => {
      throw new Error(`the gateway refuses the Logon of ${address.senderCompId}: is somebody else logged on with it?`)
    })
    return client
  }

  send(msgType: string, ...body: readonly (readonly [tag: number, value: string])[]): void {
    const message: FixMessage = [
      [35, msgType],
      [34, String(this.#nextNumber++)],
      [49, this.#address.senderCompId],
      [52, fixTime(new Date())],
      [56, this.#address.targetCompId],
      ...body,
    ]
    this.#watch('sent', message)
    this.#socket.write(encode(message), 'latin1')
  }

  /** The first message that is wanted, among those that came and were not yet expected. */
  expect(wanted: Wanted): Promise<FixMessage> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(new Error(`${this.#address.senderCompId} waits for an answer in vain`)), PATIENCE_MS)
      this.#expectation = { wanted, resolve, reject, timer }
      this.#match()
    })
  }

  /** Says Logout and waits for the answer. */
  async logOut(): Promise<void> {
    const logout = this.expect((message) => message[0]![1] === '5')
    this.send('5')
    await logout
    this.#socket.destroy()
  }

  /** Drops the connection. */
  destroy(): void {
    this.#socket.destroy()
  }

  #read(text: string): void {
    const { messages, rest } = decode(this.#unread + text)
    this.#unread = rest
    for (const message of messages) this.#take(message)
    this.#match()
  }

  #take(message: FixMessage): void {
    const msgType = message[0]![1]
    if (msgType === '0') return
    if (msgType === '1') {
      this.#socket.write(encode(this.#heartbeat(valueOf(message, 112)!)), 'latin1')
      return
    }
    this.#watch('received', message)
    this.#received.push(message)
  }

  #heartbeat(testRequestId: string): FixMessage {
    const { senderCompId, targetCompId } = this.#address
    return [
      [35, '0'],
      [34, String(this.#nextNumber++)],
      [49, senderCompId],
      [52, fixTime(new Date())],
      [56, targetCompId],
      [112, testRequestId],
    ]
  }

  #match(): void {
    const expectation = this.#expectation
    if (!expectation) return
    const index = this.#received.findIndex(expectation.wanted)
    if (index < 0) {
      if (this.#ended) this.#end(this.#ended)
      return
    }
    clearTimeout(expectation.timer)
    this.#expectation = undefined
    expectation.resolve(this.#received.splice(index, 1)[0]!)
  }

  #end(error: Error): void {
    this.#ended = error
    const expectation = this.#expectation
    this.#expectation = undefined
    if (!expectation) return
    clearTimeout(expectation.timer)
    expectation.reject(error)
  }
}

/** 20261120-15:04:05.123 */
export function fixTime(date: Date): string {
  return date.toISOString().replace('T', '-').replace('Z', '').replace('-', '').replace('-', '')
}
