import type { FastifyInstance } from 'fastify'
import { type ContractCheck, contractCheck } from './openapi-check.ts'

/** What a client sees of an answer. */
export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** parsed JSON; undefined for an empty body */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests compare it as a whole or follow the contract's members
  readonly body: any
}

/** What tells a refusal from others. */
export const refusalOf = ({ status, body }: RestAnswer) => [status, body.error.code, body.error.field]

export interface RestRequest {
  readonly body?: unknown
  /** instead of `body`: the bytes as they are */
  readonly payload?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends one request. A class of the test or a real socket may stand behind it. */
export type Transport = (request: {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
}) => Promise<{ readonly status: number; readonly headers: RestAnswer['headers']; readonly text: string }>

/** Requests without a socket. */
export function injectInto(app: FastifyInstance): Transport {
  return async ({ method, url, headers, payload }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: answer.statusCode, headers: answer.headers as RestAnswer['headers'], text: answer.body }
  }
}

/** Requests over a real socket: `http://127.0.0.1:8080`. */
export function connectTo(baseUrl: string): Transport {
  return async ({ method, url, headers, payload }) => {
    const answer = await fetch(`${baseUrl}${url}`, {
      method,
      headers: { ...headers },
      ...(payload === undefined ? {} : { body: new Uint8Array(Buffer.from(payload)) }),
    })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  }
}

/** A client of the API that checks every answer, errors included, against the OpenAPI document of the server that it talks to. */
export class RestClient {
  private readonly transport: Transport
  private readonly contract: ContractCheck
  private readonly headers: Readonly<Record<string, string>>

  constructor(transport: Transport, contract: ContractCheck, headers: Readonly<Record<string, string>> = {}) {
    this.transport = transport
    this.contract = contract
    this.headers = headers
  }

  /** Reads the server's document first. */
  static async of(transport: Transport, headers: Readonly<Record<string, string>> = {}): Promise<RestClient> {
    const { text } = await transport({ method: 'GET', url: '/v1/openapi.json', headers: {} })
    return new RestClient(transport, contractCheck(text), headers)
  }

  /** The same client of another server, which has the same document. */
  over(transport: Transport): RestClient {
    return new RestClient(transport, this.contract, this.headers)
  }

  /** The same client with other headers. */
  with(headers: Readonly<Record<string, string>>): RestClient {
    return new RestClient(this.transport, this.contract, { ...this.headers, ...headers })
  }

  /** The same client without its credential. */
  get anonymous(): RestClient {
    const rest = Object.entries(this.headers).filter(([name]) => name !== 'x-api-key' && name !== 'x-api-secret')
    return new RestClient(this.transport, this.contract, Object.fromEntries(rest))
  }

  /** The same client with a key pair. */
  as(pair: { readonly api_key: string; readonly api_secret: string }): RestClient {
    return this.with({ 'x-api-key': pair.api_key, 'x-api-secret': pair.api_secret })
  }

  get = (url: string, request?: RestRequest): Promise<RestAnswer> => this.send('GET', url, request)
  post = (url: string, body?: unknown, request?: RestRequest): Promise<RestAnswer> => this.send('POST', url, { body, ...request })
  patch = (url: string, body?: unknown, request?: RestRequest): Promise<RestAnswer> => this.send('PATCH', url, { body, ...request })
  delete = (url: string, request?: RestRequest): Promise<RestAnswer> => this.send('DELETE', url, request)

  async send(method: string, url: string, { body, payload, headers = {} }: RestRequest = {}): Promise<RestAnswer> {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const sent = payload ?? json
    const answer = await this.transport({
      method,
      url,
      headers: { ...this.headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(sent === undefined ? {} : { payload: sent }),
    })
    const received = { status: answer.status, headers: answer.headers, body: parsed(answer.text, String(answer.headers['content-type'])) }
    if (method !== 'HEAD') this.contract.check(method, url, received)
    return received
  }
}

function parsed(text: string, contentType: string): unknown {
  if (text === '') return undefined
  return /json/.test(contentType) ? (JSON.parse(text) as unknown) : text
}
