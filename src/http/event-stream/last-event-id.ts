import { ApiError } from '../answers/errors.ts'

/** The id that a client which comes back has heard last; undefined for one that has heard none, whose header is left out or empty. Throws a 400. */
export function lastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !/^(0|[1-9][0-9]{0,14})$/.test(header))
    throw new ApiError('VALIDATION_ERROR', 'Last-Event-ID has to be the id of an event of this stream.', { field: 'Last-Event-ID' })
  return Number(header)
}
