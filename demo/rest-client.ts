import { createClient, type FillgateClient } from '../client/index.ts'

/** What sandbox-credentials.json says; `run` reads it. */
export interface Credentials {
  readonly base_url: string
  readonly api_key: string
  readonly api_secret: string
  readonly operator: { readonly api_key: string; readonly api_secret: string }
  readonly accounts: readonly { readonly id: string; readonly account_number: string; readonly status: string }[]
  readonly fix: {
    readonly host: string
    readonly port: number
    readonly target_comp_id: string
    readonly sessions: readonly { readonly sender_comp_id: string; readonly kind: string }[]
  }
}

export type Json = Readonly<Record<string, unknown>>

export interface RestAnswer {
  readonly status: number
  readonly body: Json
}

/** Told of every exchange. */
export type WatchRest = (exchange: {
  readonly method: string
  readonly path: string
  readonly body: Json | undefined
  readonly answer: RestAnswer
}) => void

/** A partner's REST client. */
export class RestClient {
  /** the same with types: paths, bodies and answers */
  readonly api: FillgateClient
  readonly #credentials: Credentials
  readonly #watch: WatchRest

  constructor(credentials: Credentials, watch: WatchRest) {
    this.#credentials = credentials
    this.#watch = watch
    const { base_url: baseUrl, api_key: apiKey, api_secret: apiSecret } = credentials
    this.api = createClient({ baseUrl, apiKey, apiSecret, fetch: (request) => this.#watched(request) })
  }

  async #watched(request: Request): Promise<Response> {
    const sent = await request.clone().text()
    const response = await fetch(request)
    const received = await response.clone().text()
    const { pathname, search } = new URL(request.url)
    const body = sent === '' ? undefined : (JSON.parse(sent) as Json)
    const answer = { status: response.status, body: (received === '' ? {} : JSON.parse(received)) as Json }
    this.#watch({ method: request.method, path: pathname + search, body, answer })
    return response
  }

  async call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json): Promise<RestAnswer> {
    const { base_url, api_key, api_secret } = this.#credentials
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: {
        'X-API-Key': api_key,
        'X-API-Secret': api_secret,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Json }
    this.#watch({ method, path, body, answer })
    return answer
  }

  /** `call`, for what has to succeed. */
  async need(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json): Promise<Json> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}
