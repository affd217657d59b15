import type { FastifyRequest } from 'fastify'
import type { Outcome } from '../../../sequencer.ts'
import type { AuditStore } from '../../../storage/rows/audit-store.ts'

/** One change by an operator. */
export interface Change {
  /** `kill_switch.set`, `fix_session.create` … */
  readonly operation: string
  /** id of what it was done to */
  readonly subject: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/**
 * Writes changes down with the key that made them (docs/api-contract.md section 19), each before it is durable itself: a crash leaves no change without its
 * row. It may leave the row of one that it took back, of which nobody was told.
 */
export class AuditTrail {
  private readonly store: AuditStore
  private readonly now: () => number

  constructor(store: AuditStore, now: () => number) {
    this.store = store
    this.now = now
  }

  /**
   * For a change that `make` makes with commands, whose outcomes it gives to `ran`. The outcomes of one turn are written down as one row, before any of
   * them can be durable; commands that had to wait because the journal was behind get further rows. What is refused is not written down.
   */
  async ahead<Made>(
    request: FastifyRequest,
    changeOf: (outcomes: readonly Outcome[]) => Change,
    make: (ran: (outcome: Outcome) => void) => Promise<Made>,
  ): Promise<Made> {
    const written: Promise<void>[] = []
    const together: Outcome[] = []
    const writeTogether = (): Promise<void> => this.written(request, changeOf(together.splice(0)))
    const made = await make((outcome) => {
      if (outcome.refusal !== undefined || together.push(outcome) > 1) return
      const row = Promise.resolve().then(writeTogether)
      // where storage fails the command fails too, and is what is told of
      row.catch(() => undefined)
      written.push(row)
    })
    // where nothing was changed there was no commit behind which it is durable
    await Promise.all(written)
    return made
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
