import type { Readable } from 'node:stream'
import type { IJsFixConfig } from 'jspurefix'
import { FrameReader } from './wire/frame-reader.ts'
import type { GarbledReason } from './wire/frame-reader.ts'
import { inject, injectable, MsgParser } from './jspurefix.ts'
import { MessageView } from './wire/message-view.ts'

/**
 * Our parser in jspurefix's frame: cuts what a socket gives into messages. Emits `msg` (MsgType, MessageView) for each, `garbled`, `too-long`,
 * `read` when all messages of one read are handed over, and `end` once, however the socket ends. One view serves all connections.
 */
export class GatewayParser extends MsgParser {
  readonly #reader: FrameReader
  #hasEnded = false

  /** jspurefix's container calls it. */
  constructor(config: IJsFixConfig, stream: Readable) {
    super()
    const handler = {
      onMessage: (view: MessageView) => void this.emit('msg', '', view),
      onGarbled: (reason: GarbledReason) => void this.emit('garbled', reason),
      onTooLong: (bodyLength: number) => void this.emit('too-long', bodyLength),
    }
    this.#reader = new FrameReader(handler, VIEW, maxBodyLengthOf(config))
    stream.on('data', (chunk: Buffer) => {
      this.#reader.push(chunk)
      this.emit('read')
    })
    stream.on('error', () => this.#end())
    stream.on('end', () => this.#end())
    stream.on('close', () => this.#end())
  }

  /** Nothing more is read, also not the rest of what has come. */
  stop(): void {
    this.#reader.stop()
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.emit('end')
  }
}

inject('IJsFixConfig')(GatewayParser, undefined, 0)
inject('readStream')(GatewayParser, undefined, 1)
injectable()(GatewayParser as unknown as new (...parts: unknown[]) => GatewayParser)

const VIEW = new MessageView()

/** The description of a session is the one thing of ours that jspurefix hands through. */
function maxBodyLengthOf({ description }: IJsFixConfig): number {
  return (description as { maxBodyLength?: number }).maxBodyLength ?? 65_536
}
