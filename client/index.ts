import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.ts'

export type { components, operations, paths } from './api.ts'

/** A client of one gateway with one key: `client.GET('/v1/accounts', { params: … })`. Paths, parameters, bodies and answers are typed. */
export type FillgateClient = Client<paths, 'application/json'>

export type Order = components['schemas']['Order']
export type Execution = components['schemas']['Execution']
export type Account = components['schemas']['Account']
export type ErrorBody = components['schemas']['Error']

export interface ClientOptions {
  /** `http://127.0.0.1:8080` */
  readonly baseUrl: string
  /** a partner's key, or an account's token */
  readonly apiKey: string
  readonly apiSecret: string
  /** instead of the global one: to watch, to retry, to go through a proxy */
  readonly fetch?: (request: Request) => Promise<Response>
}

export function createClient({ baseUrl, apiKey, apiSecret, fetch }: ClientOptions): FillgateClient {
  const headers = { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret }
  return createFetchClient<paths, 'application/json'>({ baseUrl, headers, ...(fetch && { fetch }) })
}

/**
 * An answer that is an error; `code` is one of the list in the API contract, section 2. It is `NO_ERROR_BODY` where the answer is not the
 * gateway's, such as one of a proxy in between.
 */
export class RequestFailed extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly requestId: string

  constructor(status: number, body: unknown) {
    const { error } = isErrorBody(body) ? body : noErrorBody(status)
    super(`${error.code}: ${error.message}`)
    this.name = 'RequestFailed'
    this.status = status
    this.code = error.code
    this.field = error.field
    this.details = error.details
    this.requestId = error.request_id
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as Partial<ErrorBody> | null | undefined)?.error?.code === 'string'
}

function noErrorBody(status: number): ErrorBody {
  return { error: { code: 'NO_ERROR_BODY', message: `The answer has the status ${status} and says no more.`, request_id: '' } }
}

interface Answer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** The body of an answer that has to be a success: `await need(client.GET(…))`. Throws RequestFailed for any other. */
export async function need<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer
  if (!response.ok) throw new RequestFailed(response.status, error)
  // an answer without a body has no data
  return data as Data
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly pagination: { readonly next_cursor: string | null }
}

/** All rows of a list, page by page: `for await (const order of rows((cursor) => client.GET(…, { params: { query: { cursor } } })))`. */
export async function* rows<Row>(read: (cursor: string | undefined) => Promise<Answer<Page<Row>>>): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const page: Page<Row> = await need(read(cursor))
    yield* page.data
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor !== undefined)
}
