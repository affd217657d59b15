import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'

/** The receivers' certificate, which signs itself: of `localhost` and 127.0.0.1. */
export const RECEIVER_CERTIFICATE = new URL('./receiver/certificate.pem', import.meta.url)

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests compare it as a whole or follow the contract's members
  readonly body: any
}

/** What a receiver does with a delivery; left alone, it hangs. */
export type Behaviour = (response: ServerResponse, received: Received) => void

export const answer =
  (status: number, text = '', headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(text)

export const drop: Behaviour = (response) => void response.socket?.destroy()
export const hang: Behaviour = () => undefined

/** A real receiver of webhooks, over TLS unless asked otherwise. It does what the test tells it to, 200 else. */
export class WebhookReceiver {
  readonly received: Received[] = []
  /** of the next deliveries, one each */
  readonly next: Behaviour[] = []
  usually: Behaviour = answer(200)
  connections = 0
  readonly #server: Server
  readonly #scheme: string
  readonly #sockets = new Set<Socket>()
  #waiting: (() => void)[] = []

  private constructor(isSecure: boolean) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => this.#onRequest(request, response)
    this.#scheme = isSecure ? 'https' : 'http'
    this.#server = isSecure
      ? createHttpsServer(
          { key: readFileSync(new URL('./receiver/key.pem', import.meta.url)), cert: readFileSync(RECEIVER_CERTIFICATE) },
          listener,
        )
      : createHttpServer(listener)
    this.#server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.connections++
      this.#sockets.add(socket)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.#wake()
      })
      socket.on('error', () => undefined)
    })
  }

  static async open({ isSecure = true, port = 0 } = {}): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(isSecure)
    await new Promise<void>((resolve) => receiver.#server.listen(port, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `${this.#scheme}://localhost:${this.port}/hook`
  }

  get openConnections(): number {
    return this.#sockets.size
  }

  /** Resolves once that many have come, or once what has come is enough. */
  async until(enough: number | (() => boolean)): Promise<readonly Received[]> {
    const isEnough = typeof enough === 'number' ? () => this.received.length >= enough : enough
    while (!isEnough()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.received
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const received = { path: request.url!, headers: request.headers, text, body: JSON.parse(text) as unknown }
      const behave = this.next.shift() ?? this.usually
      this.received.push(received)
      behave(response, received)
      this.#wake()
    })
  }

  #wake(): void {
    for (const run of this.#waiting.splice(0)) run()
  }
}
