import type { FastifyRequest } from 'fastify'
import type { AuditStore } from '../../../storage/rows/audit-store.ts'

/** One change by an operator. */
export interface Change {
  /** `kill_switch.set`, `fix_session.create` … */
  readonly operation: string
  /** id of what it was done to */
  readonly subject: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes changes down with the key that made them (docs/api-contract.md section 19); `written` is for answers that wait for it. */
export class AuditTrail {
  private readonly store: AuditStore
  private readonly now: () => number

  constructor(store: AuditStore, now: () => number) {
    this.store = store
    this.now = now
  }

  written(request: FastifyRequest, { operation, subject, detail = {} }: Change): Promise<void> {
    return this.store.append({ at: this.now(), keyId: operatorOf(request), operation, subject, detail })
  }
}

/** What a request says by the schema of its body. Other members do nothing, and may be anything: a password under a name that is none. */
export function knownMembers<Body extends object>(body: Body, schema: { readonly properties: object }): Partial<Body> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(schema.properties, name))) as Partial<Body>
}

/** Id of the key that asks. */
export function operatorOf(request: FastifyRequest): string {
  if (request.caller === null) throw new Error('the route is open')
  return request.caller.credentialId
}
