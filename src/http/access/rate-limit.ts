import type { FastifyReply } from 'fastify'
import { networkOf } from '../../domain/edges/network-of.ts'
import type { Environment } from '../../domain/partners/environment.ts'
import { ApiError } from '../answers/errors.ts'
import { TokenBucket } from './token-bucket.ts'

/** Requests in a minute, and at once; by the environment of the partner. */
export interface PerMinute {
  readonly sandbox: number
  readonly live: number
}

/** docs/api-contract.md section 10; null = off. */
export interface RateLimits {
  /** requests of a partner's key, by its environment, and of an operator's */
  readonly perCredential: PerMinute | null
  /** POST, PATCH and DELETE of orders, per account */
  readonly ordersPerAccount: PerMinute | null
  /** refused credentials of one address in a minute, before the address is told to wait */
  readonly failuresPerAddress: number | null
  /** resets of a sandbox partner's market */
  readonly sandboxResetsPerMinute: number | null
  /** open event streams of a partner, of all kinds together */
  readonly streamsPerPartner: number | null
}

/** Takes a token of the credential, says what is left, throws a 429 when none is. */
export function countRequest(bucket: TokenBucket, reply: FastifyReply, now: number): void {
  const taken = bucket.take(now)
  sayWhatIsLeft(bucket, reply, now)
  if (taken) return
  const { capacity, periodMs } = bucket.size
  throw tooManyRequests(bucket.secondsToNext, `This key may send ${capacity} requests in ${periodMs / 1000} seconds.`)
}

/** In headers: the names of the IETF draft, and the widely parsed ones. */
export function sayWhatIsLeft(bucket: TokenBucket, reply: FastifyReply, now: number): void {
  bucket.refill(now)
  const { capacity, periodMs } = bucket.size
  const { remaining, secondsToFull } = bucket
  reply.header('ratelimit-policy', `"default";q=${capacity};w=${periodMs / 1000}`)
  reply.header('ratelimit', `"default";r=${remaining};t=${secondsToFull}`)
  reply.header('x-ratelimit-limit', String(capacity))
  reply.header('x-ratelimit-remaining', String(remaining))
  reply.header('x-ratelimit-reset', String(Math.ceil(now / 1000) + secondsToFull))
}

/** Counts what changes orders, account by account; accounts are dense indices. */
export class OrderLimiter {
  private readonly sizes: RateLimits['ordersPerAccount']
  private readonly buckets: (TokenBucket | undefined)[] = []

  constructor(sizes: RateLimits['ordersPerAccount']) {
    this.sizes = sizes
  }

  /** Throws a 429 when the account has used its orders up. */
  count(account: number, environment: Environment, now: number): void {
    if (this.sizes === null) return
    const bucket = (this.buckets[account] ??= bucketOf(this.sizes[environment], now))
    if (bucket.take(now)) return
    const { capacity, periodMs } = bucket.size
    throw tooManyRequests(bucket.secondsToNext, `An account may change orders ${capacity} times in ${periodMs / 1000} seconds.`)
  }
}

/** networks whose refused credentials are remembered */
const MOST_NETWORKS = 5_000

/** Counts refused credentials, by the network that they come from. */
export class FailureLimiter {
  readonly #perMinute: RateLimits['failuresPerAddress']
  /** who was refused last is last */
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(perMinute: RateLimits['failuresPerAddress']) {
    this.#perMinute = perMinute
  }

  /** Throws a 429 when the address has to wait. */
  count(address: string, now: number): void {
    if (this.#perMinute === null) return
    const network = networkOf(address)
    const bucket = this.#buckets.get(network) ?? bucketOf(this.#perMinute, now)
    this.#buckets.delete(network)
    this.#buckets.set(network, bucket)
    if (this.#buckets.size > MOST_NETWORKS) this.#buckets.delete(this.#buckets.keys().next().value!)
    if (!bucket.take(now)) throw tooManyRequests(bucket.secondsToNext, 'Too many refused credentials from this address.')
  }
}

/** A bucket that holds a minute's requests. */
export function bucketOf(perMinute: number, now: number): TokenBucket {
  return new TokenBucket({ capacity: perMinute, periodMs: 60_000 }, now)
}

export function tooManyRequests(retryAfterSeconds: number, message: string): ApiError {
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { headers: { 'retry-after': String(retryAfterSeconds) } })
}
