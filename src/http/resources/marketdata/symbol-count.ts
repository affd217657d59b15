import { ApiError } from '../../answers/errors.ts'

/** Throws SYMBOLS_REQUIRED for none, TOO_MANY_SYMBOLS for more than there may be. */
export function refuseCount(count: number, most: number, field: string): void {
  if (count === 0) throw new ApiError('SYMBOLS_REQUIRED', 'At least one symbol has to be named.', { field })
  if (count <= most) return
  throw new ApiError('TOO_MANY_SYMBOLS', `At most ${most} symbols can be asked for at a time, not ${count}.`, {
    field,
    details: { limit: most },
  })
}
