import type { Place } from '../../requests/paging.ts'
import type { FixLog } from '../blotter/blotter.schema.ts'

/**
 * What operators do to FIX sessions, as the FIX gateway offers it: this edge knows the gateway by these types alone. Everything takes effect
 * at once; settings are stored before a promise resolves. `storing` is called right before they are, with the id of the session.
 */
export interface FixAdministration {
  list(): readonly FixSessionReport[]
  find(id: string): FixSessionReport | undefined
  create(wanted: NewFixSession, storing?: (id: string) => void): Promise<FixSessionReport | AdministrationFault>
  /** `enabled: false` logs the session out */
  change(id: string, changes: FixSessionChanges, storing?: (id: string) => void): Promise<FixSessionReport | AdministrationFault>
  reset(
    id: string,
    numbers: { readonly nextInbound: number; readonly nextOutbound: number },
  ): Promise<FixSessionReport | AdministrationFault>
  disconnect(id: string): Promise<AdministrationFault | undefined>
  replay(id: string, from: { readonly execId: string } | { readonly time: number }): AdministrationFault | undefined
}

export interface FixSessionSettings {
  /** the engine's number of the session, from 1 */
  readonly index: number
  /** UUID */
  readonly id: string
  /** CompID of the client */
  readonly senderCompId: string
  /** ours */
  readonly targetCompId: string
  readonly kind: 'order-entry' | 'drop-copy'
  /** index of the partner */
  readonly partner: number
  /** empty = all of the partner's */
  readonly accountNumbers: readonly string[]
  readonly enabled: boolean
  /** the client certificate that it is bound to */
  readonly clientCertificate: string | null
  readonly resetOnLogon: boolean
  readonly cancelOnDisconnect: {
    readonly enabled: boolean
    readonly graceMs: number
    readonly onLogout: boolean
    readonly includeGtc: boolean
  }
  /** messages a second; 0 = not limited */
  readonly throttlePerS: number
  readonly clockToleranceS: number
  readonly validateUserDefined: boolean
  readonly queueReplaces: boolean
  readonly orderScope: 'session' | 'account'
  readonly schedule: FixSessionSchedule | null
  /** epoch ms */
  readonly createdAt: number
}

export interface FixSessionSchedule {
  readonly days: readonly ('sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat')[]
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly reset: 'daily' | 'weekly'
  readonly holidays: readonly string[]
}

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

/** What sessions have that are created without it: the configuration's `fix.session_defaults`, and our CompID. */
export type FixSessionDefaults = Pick<FixSessionSettings, 'targetCompId' | 'cancelOnDisconnect'> & FixSessionChanges

/** FIX messages as they went over the wire: the wire belongs to the FIX gateway. In journal order, up to `count` behind `after`. */
export interface FixMessages {
  ofOrder(query: FixOrderQuery, after: Place | undefined, count: number): Promise<readonly PlacedFixLog[]>
  ofSession(query: FixSessionQuery, after: Place | undefined, count: number): Promise<readonly PlacedFixLog[]>
}

export interface FixOrderQuery {
  readonly orderNumber: number
  readonly direction?: 'In' | 'Out' | undefined
  /** MsgType(35) */
  readonly msgType?: string | undefined
}

export interface FixSessionQuery {
  /** index of the session */
  readonly session: number
  readonly direction?: 'In' | 'Out' | undefined
  readonly msgType?: string | undefined
  /** MsgSeqNum(34), inclusive */
  readonly fromSeq?: number | undefined
  readonly toSeq?: number | undefined
  /** epoch ms, inclusive */
  readonly since?: number | undefined
  /** with the fields by name */
  readonly decode: boolean
}

export interface PlacedFixLog {
  readonly log: FixLog & { readonly Fields?: readonly FixField[] }
  readonly place: Place
}

export interface FixField {
  readonly Tag: number
  readonly Name: string
  readonly Value: string
}
