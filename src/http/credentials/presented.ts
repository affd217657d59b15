import type { IncomingMessage } from 'node:http'
import { ApiError } from '../answers/errors.ts'
import { headerLines } from '../requests/header-lines.ts'

/** What a request shows of itself. */
export interface PresentedPair {
  readonly apiKey: string
  readonly apiSecret: string
}

const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i

/**
 * X-API-Key and X-API-Secret, or Basic with the same two; Bearer is reserved (docs/api-contract.md section 3). Throws a 401 when there is
 * none, half of one, two that differ, or Authorization twice: of two lines Node keeps the first, and a proxy before us may have gone by the other.
 */
export function presentedPair(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): PresentedPair {
  const { headers } = request
  const apiKey = headers['x-api-key']
  const apiSecret = headers['x-api-secret']
  const { authorization } = headers
  if (authorization === undefined) return headerPair(apiKey, apiSecret)
  if (headerLines(request, 'authorization') > 1) throw unauthorized('A request has one Authorization header, not several.')
  if (/^bearer\b/i.test(authorization)) {
    throw unauthorized('Bearer is reserved for user-facing flows; send X-API-Key and X-API-Secret, or Basic.')
  }
  const basic = basicPair(authorization)
  if (apiKey === undefined && apiSecret === undefined) return basic
  const pair = headerPair(apiKey, apiSecret)
  if (pair.apiKey !== basic.apiKey || pair.apiSecret !== basic.apiSecret) {
    throw unauthorized('X-API-Key and Authorization name different credentials; send one of them.')
  }
  return pair
}

function headerPair(apiKey: string | readonly string[] | undefined, apiSecret: string | readonly string[] | undefined): PresentedPair {
  if (apiKey === undefined && apiSecret === undefined) {
    throw unauthorized('The request carries no credential: send X-API-Key and X-API-Secret, or Basic.')
  }
  if (typeof apiKey !== 'string' || typeof apiSecret !== 'string') {
    throw unauthorized('X-API-Key and X-API-Secret are both required.')
  }
  return { apiKey, apiSecret }
}

function basicPair(authorization: string): PresentedPair {
  const match = BASIC.exec(authorization)
  const text = match === null ? '' : Buffer.from(match[1]!, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) throw unauthorized('Authorization must be Basic with base64 of key and secret, joined by a colon.')
  return { apiKey: text.slice(0, colon), apiSecret: text.slice(colon + 1) }
}

export function unauthorized(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message)
}
