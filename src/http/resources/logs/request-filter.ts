import type { LoggedRequest } from '../../requests/request-log.ts'

/** What a reader of the log wants to see: all that is given has to be true. */
export interface RequestFilter {
  /** `404`, or `4xx` */
  readonly status?: string
  readonly method?: string
  /** begins with it */
  readonly path?: string
  readonly key_id?: string
  readonly account_id?: string
  readonly min_duration_ms?: number
}

export function isWanted(entry: LoggedRequest, filter: RequestFilter): boolean {
  const { status, method, path, key_id, account_id, min_duration_ms = 0 } = filter
  return (
    (status === undefined || statusMatches(entry.status, status)) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (path === undefined || entry.path.startsWith(path)) &&
    (key_id === undefined || entry.keyId === key_id.toLowerCase()) &&
    (account_id === undefined || entry.accountId === account_id.toLowerCase()) &&
    entry.durationMs >= min_duration_ms
  )
}

function statusMatches(status: number, wanted: string): boolean {
  return wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted)
}
