import type { Environment } from '../../domain/partners/environment.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/time/durations.ts'

/** Delays before the second attempt, the third …: docs/api-contract.md section 11. */
const DELAYS_MS = {
  live: [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
  sandbox: [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS],
} as const

const JITTER = 0.1
const LONGEST_RETRY_AFTER_MS = DAY_MS

/** After so long without a success a webhook is disabled, and what has waited for longer is not resumed. */
export const GIVING_UP_MS = 5 * DAY_MS

export interface FailedAttempt {
  readonly environment: Environment
  /** that failed, from 1 */
  readonly attempt: number
  /** multiplies the delays */
  readonly scale: number
  /** from 0 up to 1 */
  readonly random: number
  /** what the receiver asked for; null = nothing */
  readonly retryAfterMs: number | null
}

/** Until the next attempt; undefined when it was the last. A longer wait that the receiver asks for is kept, up to a day. */
export function retryDelayMs({ environment, attempt, scale, random, retryAfterMs }: FailedAttempt): number | undefined {
  const delay = DELAYS_MS[environment][attempt - 1]
  if (delay === undefined) return undefined
  const jittered = delay * scale * (1 - JITTER + 2 * JITTER * random)
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS)))
}

/** `Fri, 20 Nov 2026 15:04:05 GMT`, `Friday, 20-Nov-26 15:04:05 GMT`. Of other texts, `32.5` and `Wait 32` for two, Date.parse makes dates of its own. */
const DATE = /^[A-Z][a-z]{2,8}, \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/
/** The oldest form of an HTTP date names no zone, and is GMT all the same: `Fri Nov 20 15:04:05 2026`. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/** Retry-After of an answer: seconds, or an HTTP date; null where it is neither. */
export function parseRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS
  const isAsctime = ASCTIME.test(text)
  if (!isAsctime && !DATE.test(text)) return null
  const date = Date.parse(isAsctime ? `${text} GMT` : text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
