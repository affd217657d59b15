import { expect, test } from 'vitest'
import { type HealthFacts, healthChecks } from '../../src/telemetry/health-checks.ts'

const WELL: HealthFacts = {
  commitMs: 0,
  freeBytes: 2 ** 40,
  projectorLagEvents: 1_000,
  maxProjectorLagEvents: 1_000,
  pendingEvents: 0,
  isCongested: false,
  clockBehindMs: 0,
  quarantinedCommands: 0,
  deliveryLagEvents: 0,
  availability: 'ready',
}
const PASS = { status: 'pass' }
const ALL_WELL = { database: PASS, engine: PASS, fix_acceptor: PASS, webhook_dispatcher: PASS }
const MEBIBYTE = 2 ** 20

test.each<Partial<HealthFacts>>([
  {},
  { commitMs: 999 },
  { freeBytes: 512 * MEBIBYTE },
  { clockBehindMs: 999 },
  { deliveryLagEvents: 100_000 },
])('all is well with %o', (facts) => {
  expect(healthChecks({ ...WELL, ...facts })).toEqual(ALL_WELL)
})

test.each<[facts: Partial<HealthFacts>, check: keyof typeof ALL_WELL, status: string, reason: string]>([
  [{ commitMs: 1_000 }, 'database', 'warn', 'a commit has been under way for 1000 ms'],
  [{ commitMs: 5_000 }, 'database', 'fail', 'a commit has been under way for 5000 ms'],
  [{ freeBytes: 512 * MEBIBYTE - 1 }, 'database', 'warn', '511 MiB are free in the data directory'],
  [{ freeBytes: 16 * MEBIBYTE }, 'database', 'warn', '16 MiB are free in the data directory'],
  [{ freeBytes: 16 * MEBIBYTE - 1 }, 'database', 'fail', '15 MiB are free in the data directory'],
  [{ commitMs: 1_000, freeBytes: 15 * MEBIBYTE }, 'database', 'fail', '15 MiB are free in the data directory'],
  [{ projectorLagEvents: 1_001 }, 'database', 'warn', 'the read model is 1001 events behind the journal'],
  [{ isCongested: true, pendingEvents: 70_000 }, 'engine', 'warn', '70000 events wait for their commit'],
  [{ clockBehindMs: 1_000 }, 'engine', 'warn', "business time stands still: the machine's clock is 1 s behind the newest event"],
  [{ clockBehindMs: 7_900 }, 'engine', 'warn', "business time stands still: the machine's clock is 7 s behind the newest event"],
  [{ quarantinedCommands: 1 }, 'engine', 'warn', 'a command is in quarantine: see GET /v1/admin/quarantine'],
  [{ quarantinedCommands: 2 }, 'engine', 'warn', '2 commands are in quarantine: see GET /v1/admin/quarantine'],
  [{ availability: 'draining' }, 'fix_acceptor', 'fail', 'the gateway is shutting down'],
  [{ deliveryLagEvents: 100_001 }, 'webhook_dispatcher', 'warn', 'deliveries are 100001 events behind the journal'],
])('%o: %s is %s', (facts, check, status, reason) => {
  expect(healthChecks({ ...WELL, ...facts })).toEqual({ ...ALL_WELL, [check]: { status, reason } })
})

test('while the journal is replayed neither engine nor acceptor is there', () => {
  expect(healthChecks({ ...WELL, availability: 'replaying' })).toEqual({
    ...ALL_WELL,
    engine: { status: 'fail', reason: 'the journal is being replayed' },
    fix_acceptor: { status: 'fail', reason: 'it does not listen yet' },
  })
})

test('where the journal can not be written the database fails, and desks are told that the gateway ends', () => {
  expect(healthChecks({ ...WELL, commitMs: 1_000, availability: 'failed' })).toEqual({
    ...ALL_WELL,
    database: { status: 'fail', reason: 'it can not be written' },
    fix_acceptor: { status: 'fail', reason: 'the gateway is shutting down' },
  })
})
