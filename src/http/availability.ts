import { ApiError } from './answers/errors.ts'

/** The date of the API's present version: docs/api-contract.md section 15. */
export const API_VERSION = '2026-11-20'

export type Availability = 'ready' | 'replaying' | 'draining' | 'failed'

const REASONS: Readonly<Record<Exclude<Availability, 'ready'>, string>> = {
  replaying: 'The gateway is starting.',
  draining: 'The gateway is shutting down.',
  failed: 'The gateway can not write to its storage. What was not answered may have been done: repeat it once the gateway is back.',
}

/** The answer to whoever wants work done that can't be taken. */
export function unavailable(availability: Exclude<Availability, 'ready'>): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', REASONS[availability], { headers: { 'retry-after': '5' } })
}
