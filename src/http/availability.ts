import { ApiError } from './errors.ts'

/** The date of the API's present version: docs/api-contract.md section 15. */
export const API_VERSION = '2026-11-20'

export type Availability = 'ready' | 'replaying' | 'draining'

/** The answer to whoever wants work done that can't be taken. */
export function unavailable(availability: Exclude<Availability, 'ready'>): ApiError {
  const message = availability === 'replaying' ? 'The gateway is starting.' : 'The gateway is shutting down.'
  return new ApiError('SERVICE_UNAVAILABLE', message, { headers: { 'retry-after': '5' } })
}
