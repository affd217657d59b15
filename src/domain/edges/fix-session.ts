/** What is configured of a FIX session; it outlives connections and restarts. */
export interface FixSessionSettings {
  /** dense number, from 1; what the engine knows the session by. 0 is REST (REST_SESSION) */
  readonly index: number
  /** UUID, what the admin API knows it by */
  readonly id: string
  /** CompID of the client: 49 of what it sends */
  readonly senderCompId: string
  /** CompID of the gateway: 56 of what it sends */
  readonly targetCompId: string
  readonly kind: 'order-entry' | 'drop-copy'
  /** index of the partner */
  readonly partner: number
  /** the accounts that it may trade or watch; empty = all of the partner's */
  readonly accountNumbers: readonly string[]
  readonly enabled: boolean
  /** the client certificate that it is bound to (client-certificate.ts); null = one that is shown has to have its CompID for a name */
  readonly clientCertificate: string | null
  /** every Logon starts both numberings over, as if it had ResetSeqNumFlag(141)=Y */
  readonly resetOnLogon: boolean
  readonly cancelOnDisconnect: CancelOnDisconnect
  /** messages a second; 0 = not limited */
  readonly throttlePerS: number
  /** how far SendingTime(52) may be off; 0 = unchecked */
  readonly clockToleranceS: number
  /** refuse tags above 5000 that the dictionary does not name */
  readonly validateUserDefined: boolean
  /** F and G wait in line behind the session's own replaces that are pending; else they are refused with 102=3 */
  readonly queueReplaces: boolean
  /** F, G, H, q and AF reach the orders of the session, or every order of its accounts */
  readonly orderScope: 'session' | 'account'
  readonly schedule: FixSessionSchedule | null
  /** epoch ms */
  readonly createdAt: number
}

interface CancelOnDisconnect {
  readonly enabled: boolean
  /** how long a lost session may take to come back */
  readonly graceMs: number
  /** also after a clean Logout */
  readonly onLogout: boolean
  readonly includeGtc: boolean
}

/** When a session may be logged on. Outside, a Logon is refused; at the end the session is logged out and then reset. */
export interface FixSessionSchedule {
  /** days of the week on which a session begins */
  readonly days: readonly DayName[]
  /** `HH:MM` or `HH:MM:SS`, local time */
  readonly start: string
  /** at or before `start`: on the day after */
  readonly end: string
  /** IANA name: `America/New_York` */
  readonly timeZone: string
  /** both numberings start over at the end of each session, or of the week's last one */
  readonly reset: 'daily' | 'weekly'
  /** `YYYY-MM-DD`: no session begins on these */
  readonly holidays: readonly string[]
}

/** A schedule as the configuration file and the API write it. */
export interface WrittenSchedule extends Omit<FixSessionSchedule, 'timeZone' | 'holidays'> {
  readonly time_zone: string
  readonly holidays?: readonly string[]
}

export function toSchedule({ days, start, end, time_zone, reset, holidays = [] }: WrittenSchedule): FixSessionSchedule {
  return { days, start, end, timeZone: time_zone, reset, holidays }
}

/** From Sunday on, as `weekdayOf` counts. */
export const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
type DayName = (typeof DAY_NAMES)[number]

/** One session as an operator sees it. */
export interface FixSessionReport {
  readonly settings: FixSessionSettings
  readonly state: 'logged_on' | 'logged_out' | 'logon_pending'
  readonly remoteAddress: string | null
  /** HeartBtInt(108) of the connection; 0 when there is none */
  readonly heartbeatS: number
  readonly nextInbound: number
  readonly nextOutbound: number
  /** epoch ms; 0 = never since the start */
  readonly lastInboundAt: number
  readonly lastOutboundAt: number
}

/** What can be changed of a session. The password is in clear: it is hashed at once; null takes it away. */
export type FixSessionChanges = Partial<
  Omit<FixSessionSettings, 'index' | 'id' | 'senderCompId' | 'targetCompId' | 'kind' | 'partner' | 'createdAt'>
> & { readonly password?: string | null }

export type NewFixSession = FixSessionChanges & Pick<FixSessionSettings, 'senderCompId' | 'targetCompId' | 'kind' | 'partner'>

export type AdministrationFault =
  | { readonly type: 'session_not_found' }
  | { readonly type: 'session_already_exists' }
  | { readonly type: 'execution_not_found' }
  /** what is wrong, all of it */
  | { readonly type: 'invalid'; readonly faults: readonly { readonly field: string; readonly message: string }[] }
