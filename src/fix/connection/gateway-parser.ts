import type { Readable } from 'node:stream'
import type { IJsFixConfig } from 'jspurefix'
import { FrameReader } from '../wire/frame-reader.ts'
import type { FrameHandler } from '../wire/frame-reader.ts'
import { inject, injectable, MsgParser } from './jspurefix.ts'
import { MessageView } from '../wire/message-view.ts'

export interface ReadHandler extends FrameHandler {
  /** all messages of one read, of so many bytes, have been handed over */
  onReadEnd(bytes: number): void
}

/**
 * Our parser in jspurefix's frame: cuts what a socket gives into messages and hands them to its handler, past jspurefix's own way for them.
 * Emits `end` once, however the socket ends. One view serves all connections.
 */
export class GatewayParser extends MsgParser {
  /** who is told of what is read, from when its session runs */
  handler: ReadHandler | undefined
  readonly #reader: FrameReader
  #hasEnded = false

  /** jspurefix's container calls it. */
  constructor(config: IJsFixConfig, stream: Readable) {
    super()
    const frames: FrameHandler = {
      onMessage: (view) => this.handler?.onMessage(view),
      onGarbled: (reason) => this.handler?.onGarbled(reason),
      onTooLong: (bodyLength) => this.handler?.onTooLong(bodyLength),
    }
    this.#reader = new FrameReader(frames, VIEW, maxBodyLengthOf(config))
    stream.on('data', (chunk: Buffer) => {
      this.#reader.push(chunk)
      this.handler?.onReadEnd(chunk.length)
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
injectable()(GatewayParser)

const VIEW = new MessageView()

/** The description of a session is the one thing of ours that jspurefix hands through. */
function maxBodyLengthOf({ description }: IJsFixConfig): number {
  return (description as unknown as { readonly maxBodyLength: number }).maxBodyLength
}
