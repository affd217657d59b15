import type { FixOrderQuery, FixSessionQuery, PlacedFixLog } from '../../../domain/edges/fix-log.ts'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import type {
  AdministrationFault,
  FixSessionChanges,
  FixSessionReport,
  FixSessionSettings,
  NewFixSession,
} from '../../../domain/edges/fix-session.ts'

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

/** What sessions have that are created without it: the configuration's `fix.session_defaults`, and our CompID. */
export type FixSessionDefaults = Pick<FixSessionSettings, 'targetCompId' | 'cancelOnDisconnect'> & FixSessionChanges

/** FIX messages as they went over the wire: the wire belongs to the FIX gateway. In journal order, up to `count` behind `after`. */
export interface FixMessages {
  ofOrder(query: FixOrderQuery, after: PagePlace | undefined, count: number): Promise<readonly PlacedFixLog[]>
  ofSession(query: FixSessionQuery, after: PagePlace | undefined, count: number): Promise<readonly PlacedFixLog[]>
}
