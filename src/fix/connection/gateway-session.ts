import { TLSSocket } from 'node:tls'
import type { IJsFixConfig, MsgTransport } from 'jspurefix'
import type { ClientCertificate } from '../../domain/edges/client-certificate.ts'
import type { ClientConnection } from './client-connection.ts'
import type { FixGateway } from '../gateway.ts'
import type { GatewayParser } from './gateway-parser.ts'
import { FixSession } from './jspurefix.ts'
import type { Line } from './line.ts'
import { ReadTurns } from './read-turns.ts'

/**
 * A connection in jspurefix's frame: hands what its parser finds to a `ClientConnection`, which is the session. Nothing of jspurefix's own
 * session logic runs.
 */
export class GatewaySession extends FixSession {
  readonly #gateway: FixGateway
  #connection: ClientConnection | undefined

  constructor(config: IJsFixConfig, gateway: FixGateway) {
    super(config)
    this.#gateway = gateway
  }

  override run(transport: MsgTransport): Promise<number> {
    const ended = super.run(transport)
    const parser = transport.receiver as GatewayParser
    const line = lineOf(transport, parser)
    const connection = this.#gateway.connect(line)
    this.#connection = connection
    if (connection === undefined) return ended
    const turns = new ReadTurns(line)
    parser.handler = {
      onMessage: (view) => connection.onMessage(view),
      onGarbled: (reason) => connection.onGarbled(reason),
      onTooLong: (bodyLength) => connection.onTooLong(bodyLength),
      onReadEnd: (bytes) => {
        connection.onReadEnd()
        turns.read(bytes)
      },
    }
    return ended
  }

  protected onMsg(): void {
    // the parser hands messages to the ClientConnection itself
  }

  protected override rxOnDecoded(): void {
    // nothing is decoded twice
  }

  protected onDecoded(): void {
    // nothing is decoded twice
  }

  protected onEncoded(): void {
    // nothing is encoded by jspurefix
  }

  protected onApplicationMsg(): void {
    // the ClientConnection has them
  }

  protected onLogon(): boolean {
    return false
  }

  protected onReady(): void {
    // the ClientConnection answers the Logon
  }

  protected onStopped(): void {
    this.#connection?.onClosed('connection lost')
  }
}

function lineOf(transport: MsgTransport, parser: GatewayParser): Line {
  const { duplex } = transport
  const { readable, writable } = duplex
  const address = (readable as { remoteAddress?: string }).remoteAddress ?? ''
  // more than one may want it to wait at a time
  let pauses = 0
  return {
    remoteAddress: address,
    clientCertificate: readable instanceof TLSSocket ? clientCertificateOf(readable) : undefined,
    write: (bytes, flushed) => void writable.write(bytes, () => flushed()),
    get backlogBytes() {
      return writable.writableLength
    },
    end() {
      parser.stop()
      // an end that the other side never answers is cut by jspurefix after some seconds
      transport.end()
    },
    destroy() {
      parser.stop()
      duplex.destroy()
    },
    pause() {
      pauses++
      readable.pause()
    },
    resume() {
      pauses--
      if (pauses === 0) readable.resume()
    },
  }
}

/** What the client has shown; the acceptor has cut those whose certificate is not one of `ca_file`. */
function clientCertificateOf(socket: TLSSocket): ClientCertificate | undefined {
  if (!socket.authorized) return undefined
  const { subject, fingerprint256 } = socket.getPeerCertificate()
  const name: unknown = subject.CN
  return { commonName: typeof name === 'string' ? name : '', fingerprint: fingerprint256 }
}
