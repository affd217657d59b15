import 'reflect-metadata'
import { AsciiParser, DITokens, ElasticBuffer, EmptyLogFactory, SessionContainer } from 'jspurefix'
import type { IJsFixConfig, MsgTransmitter, MsgView, Structure } from 'jspurefix'

/** A field as text, one char per byte. */
export type Field = readonly [tag: number, value: string]

/** jspurefix's own parser and encoder, as the oracle for ours. */
export interface JspurefixCodec {
  /** The fields of each whole message in `bytes`, in the order of the wire. */
  parse(bytes: Buffer): Field[][]
  /** The message with jspurefix's header (INIT to GATEWAY) and trailer. */
  encode(msgType: string, body: Readonly<Record<string, unknown>>): Buffer
}

interface Transmitter {
  readonly encoder: { trim(): Buffer; reset(): void }
  encodeMessage(msgType: string, body: unknown): void
}

/** @param dictionary absolute path of a QuickFIX-style dictionary */
export async function openJspurefix(dictionary: string): Promise<JspurefixCodec> {
  const sessions = new SessionContainer()
  sessions.registerGlobal(new EmptyLogFactory())
  const container = await sessions.makeSystem({
    application: {
      type: 'initiator',
      name: 'oracle',
      protocol: 'ascii',
      reconnectSeconds: 10,
      dictionary,
      tcp: { host: 'localhost', port: 1 },
    },
    SenderCompId: 'INIT',
    TargetCompID: 'GATEWAY',
    BeginString: 'FIX.4.4',
    HeartBtInt: 30,
    ResetSeqNumFlag: false,
  } as never)
  const config = container.resolve<IJsFixConfig>(DITokens.IJsFixConfig)
  const received = container.resolve<ElasticBuffer>(DITokens.ParseBuffer)
  const parser = new AsciiParser(config, null, received)
  const transmitter = container.resolve<MsgTransmitter>(DITokens.MsgTransmitter) as unknown as Transmitter
  let messages: Field[][] = []
  parser.on('msg', (_msgType: string, view: MsgView & { structure: Structure }) => {
    const { tags } = view.structure
    messages.push(
      tags.tagPos.slice(0, tags.nextTagPos).map(({ tag, start, len }) => [tag, received.getBuffer(start, start + len).toString('latin1')]),
    )
  })
  return {
    parse(bytes) {
      messages = []
      parser.parseBuffer(bytes)
      return messages
    },
    encode(msgType, body) {
      transmitter.encodeMessage(msgType, body)
      const message = Buffer.from(transmitter.encoder.trim())
      transmitter.encoder.reset()
      return message
    },
  }
}
