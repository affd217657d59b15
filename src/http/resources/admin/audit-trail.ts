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
   * For a change that `make` makes by so many commands, each of them told to `ran`: once the last has run, what those came to that were not refused is
   * written down.
   */
  async ahead<Made>(
    request: FastifyRequest,
    changeOf: (outcomes: readonly Outcome[]) => Change,
    make: (ran: (outcome: Outcome) => void) => Promise<Made>,
    commands = 1,
  ): Promise<Made> {
    const outcomes: Outcome[] = []
    let written: Promise<void> | undefined
    const made = await make((outcome) => {
      outcomes.push(outcome)
      const done = outcomes.filter(({ refusal }) => refusal === undefined)
      if (outcomes.length < commands || done.length === 0) return
      written = this.written(request, changeOf(done))
      // where storage fails the command fails too, and is what is told of
      written.catch(() => undefined)
    })
    // where nothing was changed there was no commit behind which it is durable
    await written
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
