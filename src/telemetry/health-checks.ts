/** What a check has found; `reason` says why it is no pass. */
export interface HealthCheck {
  readonly status: 'pass' | 'warn' | 'fail'
  readonly reason?: string
}

/** What the state of the gateway is judged by. */
export interface HealthFacts {
  /** how long the commit under way has taken, ms; 0 while none is */
  readonly commitMs: number
  /** of the data directory's file system, bytes */
  readonly freeBytes: number
  readonly projectorLagEvents: number
  readonly maxProjectorLagEvents: number
  readonly pendingEvents: number
  readonly isCongested: boolean
  /** how far the machine's clock is behind the newest event, ms */
  readonly clockBehindMs: number
  /** commands that are held back because the engine has failed on them */
  readonly quarantinedCommands: number
  /** events that active webhooks have yet to get */
  readonly deliveryLagEvents: number
  readonly availability: 'ready' | 'replaying' | 'draining' | 'failed'
}

/** A commit that takes so long is stuck: nothing is answered meanwhile. */
const STUCK_COMMIT_MS = 5_000
const SLOW_COMMIT_MS = 1_000
/** business time stands still meanwhile; less is a clock that is being corrected */
const CLOCK_BEHIND_MS = 1_000
const MEBIBYTE = 1024 * 1024
const LITTLE_SPACE = 512 * MEBIBYTE
const NO_SPACE = 16 * MEBIBYTE
const MUCH_DELIVERY_LAG = 100_000
const PASS: HealthCheck = { status: 'pass' }

/** How the parts of the gateway are, for probes and people. */
export function healthChecks(
  facts: HealthFacts,
): Readonly<Record<'database' | 'engine' | 'fix_acceptor' | 'webhook_dispatcher', HealthCheck>> {
  return {
    database: database(facts),
    engine: engine(facts),
    fix_acceptor: fixAcceptor(facts),
    webhook_dispatcher: webhookDispatcher(facts),
  }
}

function database({ commitMs, freeBytes, projectorLagEvents, maxProjectorLagEvents, availability }: HealthFacts): HealthCheck {
  if (availability === 'failed') return { status: 'fail', reason: 'it can not be written' }
  const commit = `a commit has been under way for ${commitMs} ms`
  const space = `${Math.floor(freeBytes / MEBIBYTE)} MiB are free in the data directory`
  if (commitMs >= STUCK_COMMIT_MS) return { status: 'fail', reason: commit }
  if (freeBytes < NO_SPACE) return { status: 'fail', reason: space }
  if (commitMs >= SLOW_COMMIT_MS) return { status: 'warn', reason: commit }
  if (freeBytes < LITTLE_SPACE) return { status: 'warn', reason: space }
  if (projectorLagEvents <= maxProjectorLagEvents) return PASS
  return { status: 'warn', reason: `the read model is ${projectorLagEvents} events behind the journal` }
}

function engine({ isCongested, pendingEvents, clockBehindMs, quarantinedCommands, availability }: HealthFacts): HealthCheck {
  if (availability === 'replaying') return { status: 'fail', reason: 'the journal is being replayed' }
  if (isCongested) return { status: 'warn', reason: `${pendingEvents} events wait for their commit` }
  if (clockBehindMs >= CLOCK_BEHIND_MS) {
    const seconds = Math.floor(clockBehindMs / 1_000)
    return { status: 'warn', reason: `business time stands still: the machine's clock is ${seconds} s behind the newest event` }
  }
  if (quarantinedCommands === 0) return PASS
  const held = quarantinedCommands === 1 ? 'a command is' : `${quarantinedCommands} commands are`
  return { status: 'warn', reason: `${held} in quarantine: see GET /v1/admin/quarantine` }
}

function fixAcceptor({ availability }: HealthFacts): HealthCheck {
  if (availability === 'ready') return PASS
  return { status: 'fail', reason: availability === 'replaying' ? 'it does not listen yet' : 'the gateway is shutting down' }
}

function webhookDispatcher({ deliveryLagEvents }: HealthFacts): HealthCheck {
  if (deliveryLagEvents <= MUCH_DELIVERY_LAG) return PASS
  return { status: 'warn', reason: `deliveries are ${deliveryLagEvents} events behind the journal` }
}
