import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TlsOptions } from 'node:tls'
import type { FixDefinitions, IJsFixConfig, IJsFixLogger, ISessionDescription } from 'jspurefix'
import type { EngineFactory } from 'jspurefix/dist/runtime/engine-factory.js'
import type { DependencyContainer } from 'tsyringe'
import { GatewaySession } from './gateway-session.ts'
import type { FixGateway } from '../gateway.ts'
import { GatewayParser } from './gateway-parser.ts'
import {
  DefinitionFactory,
  DITokens,
  ElasticBuffer,
  inject,
  injectable,
  JsFixLoggerFactory,
  SessionContainer,
  SessionLauncher,
  TcpAcceptor,
} from './jspurefix.ts'
import { type SecureDoor, secureDoor } from './secure-door.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 = any free one */
  readonly port: number
  /** the dictionary, read already */
  readonly definitions: FixDefinitions
  /** undefined = plain TCP */
  readonly tls?: TlsOptions | undefined
}

export interface FixListener {
  readonly host: string
  readonly port: number
  /** TLS handshakes from now on are made with this certificate. */
  useCertificate(tls: TlsOptions): void
  /** Takes no more connections; resolves when those that there are have ended. */
  close(): Promise<void>
}

/** Listens for FIX clients. Rejects with Node's error when it can't. */
export function listenForFix(gateway: FixGateway, options: ListenOptions): Promise<FixListener> {
  return new Promise((resolve, reject) => {
    const launcher = new GatewayLauncher(gateway, options, {
      listening({ port }, secure) {
        resolve({
          host: options.host,
          port,
          useCertificate: (tls) => secure?.useCertificate(tls),
          close() {
            launcher.stop()
            return ended
          },
        })
      },
      failed: reject,
    })
    const ended = launcher.run().then(() => undefined)
    ended.catch(reject)
  })
}

/** What the acceptor tells once it listens, or can't. */
interface ListenEvents {
  readonly listening: (address: AddressInfo, secure: SecureDoor | undefined) => void
  readonly failed: (error: Error) => void
}

class GatewayLauncher extends SessionLauncher {
  readonly #gateway: FixGateway

  constructor(gateway: FixGateway, options: ListenOptions, events: ListenEvents) {
    super(null, descriptionOf(gateway, options), new QuietLoggers())
    this.#gateway = gateway
    this.sessionContainer = new GatewayContainer(acceptorClass(gateway, options, events), options.definitions)
  }

  protected override makeFactory(): EngineFactory {
    return { makeSession: (config: IJsFixConfig) => new GatewaySession(config, this.#gateway) }
  }
}

/** Has our acceptor and parser made in place of jspurefix's. */
class GatewayContainer extends SessionContainer {
  readonly #acceptor: typeof TcpAcceptor
  readonly #definitions: FixDefinitions

  constructor(acceptor: typeof TcpAcceptor, definitions: FixDefinitions) {
    super()
    this.#acceptor = acceptor
    this.#definitions = definitions
  }

  /** The dictionary is not read once more. */
  override newChild(description: ISessionDescription): DependencyContainer {
    const child = super.newChild(description)
    const factory: Pick<DefinitionFactory, 'getDefinitions'> = { getDefinitions: () => Promise.resolve(this.#definitions) }
    child.registerInstance(DefinitionFactory, factory as DefinitionFactory)
    return child
  }

  override asAscii(description: ISessionDescription, container: DependencyContainer): void {
    super.asAscii(description, container)
    container.register(TcpAcceptor, { useClass: this.#acceptor })
    container.register(DITokens.MsgParser, { useClass: GatewayParser })
    // The stock buffers, 170 KiB a connection, are never used.
    container.registerInstance(DITokens.ParseBuffer, new ElasticBuffer(64))
    container.registerInstance(DITokens.TransmitBuffer, new ElasticBuffer(64))
  }
}

/** The stock acceptor with a host, without Nagle's delay, with errors that don't end the process, and with a door that can be shut. */
function acceptorClass(gateway: FixGateway, { host, port, tls }: ListenOptions, events: ListenEvents): typeof TcpAcceptor {
  let secure: SecureDoor | undefined
  class GatewayAcceptor extends TcpAcceptor {
    constructor(config: IJsFixConfig) {
      super(config)
      // the stock one throws, into the event loop
      inside(this).server.removeAllListeners('error')
      inside(this).server.on('error', events.failed)
    }

    /** Called by the constructor of the stock class. */
    override unsecureServer(): void {
      const take = (socket: Socket): void => inside(this).onSocket(this.getId(), socket, this.config)
      secure = tls && secureDoor(gateway, tls, take)
      inside(this).server = createServer({ noDelay: true }, (socket) => {
        // Before TLS, and before jspurefix makes its scope, which costs half a megabyte.
        if (!gateway.door.takes(socket.remoteAddress ?? '')) socket.destroy()
        else if (secure) secure.receive(socket)
        else take(socket)
      })
    }

    /** The stock one ends every connection; here clients are logged out first, and end theirs. */
    override close(callback?: (error?: Error) => void): void {
      inside(this).server.close(callback)
    }

    override listen(): void {
      const { server } = inside(this)
      server.listen({ host, port }, () => events.listening(server.address() as AddressInfo, secure))
    }
  }
  inject('IJsFixConfig')(GatewayAcceptor, undefined, 0)
  injectable()(GatewayAcceptor)
  return GatewayAcceptor
}

/** What TcpAcceptor keeps private and leaves to those who extend it. */
function inside(acceptor: TcpAcceptor): { server: Server; onSocket: (id: number, socket: Socket, config: IJsFixConfig) => void } {
  return acceptor as unknown as ReturnType<typeof inside>
}

function descriptionOf(gateway: FixGateway, { host, port }: ListenOptions): ISessionDescription {
  const description = {
    application: {
      type: 'acceptor',
      name: 'fillgate',
      protocol: 'ascii',
      reconnectSeconds: 10,
      dictionary: 'fillgate',
      tcp: { host, port },
    },
    name: 'fillgate',
    SenderCompId: 'GATEWAY',
    // the gateway has its own list of who may log on
    TargetCompID: '*',
    BeginString: 'FIX.4.4',
    HeartBtInt: 30,
    ResetSeqNumFlag: false,
    maxBodyLength: gateway.limits.maxBodyLength,
  }
  return description as unknown as ISessionDescription
}

/** jspurefix tells of each step of each connection; the gateway has lines of its own for what matters. */
class QuietLoggers extends JsFixLoggerFactory {
  logger(): IJsFixLogger {
    return QUIET
  }

  plain(): IJsFixLogger {
    return QUIET
  }
}

const nothing = (): void => undefined
const QUIET: IJsFixLogger = { info: nothing, warning: nothing, debug: nothing, error: nothing }
