import { readdirSync, rmSync } from 'node:fs'
import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import { createClient, need } from '../../client/index.ts'
import { loadConfig } from '../../src/config.ts'
import { engineRules } from '../../src/config/engine-rules.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { checkInvariants } from '../engine/invariants.ts'
import { RunningGateway, type Settings } from '../scenarios/running-gateway.ts'
import { type Answers, auditAccount, type AuditTotals, readAnswers } from './broker-audit.ts'
import { type Length, RandomBroker } from './random-broker.ts'

/** Banks move transfers by hand; nothing limits how much is asked. */
const SETTINGS: Settings = {
  rate_limits: { enabled: false },
  ach: { mode: 'manual' },
  fix: { sessions: [] },
  first_start: { instruments: 'config/instruments.json', fixture: 'none', bench: null },
}

export interface ProofOptions {
  readonly accounts: number
  readonly length: Length
  readonly seed: number
}

export interface Proof {
  readonly outcomes: ReadonlyMap<string, number>
  readonly totals: AuditTotals
  /** the engine's house accounts, in cents */
  readonly ledger: Readonly<Record<string, number>>
  readonly events: number
  readonly answers: number
  readonly restartMs: number
}

/**
 * Lets many accounts trade and move money at random against the whole product, then holds its books against each other: what the API says, what
 * the engine has, what a replay of the journal makes of it, and what the API says after a start that has nothing but the journal.
 */
export async function proveBroker({ accounts, length, seed }: ProofOptions): Promise<Proof> {
  const gateway = await RunningGateway.start({ settings: SETTINGS })
  let isRunning = true
  try {
    const { api_key: apiKey, api_secret: apiSecret } = gateway.credentials
    const key = () => ({ baseUrl: gateway.credentials.base_url, apiKey, apiSecret })
    const broker = new RandomBroker({ ...key(), accounts, seed, endDay: () => gateway.endOfDay() })
    await broker.open()
    await broker.trade(length)
    // quotes and balances move with the market's clock
    await need(createClient(key()).POST('/v1/dev/sandbox/clock', { body: { advance: 'PT1S' } }))
    const ids = broker.owners.map(({ accountId }) => accountId)
    const read = (): Promise<Answers> => readAnswers(key().baseUrl, { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret }, ids)
    const before = await read()
    const totals: AuditTotals = { cash: 0n, deposits: 0n, withdrawals: 0n, fees: 0n, orders: 0, fills: 0, activities: 0, positions: 0 }
    for (const id of ids) auditAccount(before, id, totals)

    const state = gateway.app.fingerprint()
    await gateway.stop()
    isRunning = false
    const { ledger, events } = replayed(gateway.dataDirectory, state, totals)
    for (const file of readdirSync(gateway.dataDirectory))
      if (file.startsWith('read.db') || file.endsWith('.snapshot')) rmSync(join(gateway.dataDirectory, file))
    const stopped = Date.now()
    await gateway.begin()
    isRunning = true
    const restartMs = Date.now() - stopped
    deepStrictEqual(gateway.app.fingerprint(), state, 'the state after a start from the journal alone')
    const after = await read()
    deepStrictEqual(withoutMoments(after), withoutMoments(before), 'what the API answers after a start from the journal alone')
    return { outcomes: broker.outcomes, totals, ledger, events, answers: after.size, restartMs }
  } finally {
    if (isRunning) await gateway.stop()
    gateway.remove()
  }
}

/** The books of an engine that has nothing but the journal: they balance, and agree with the API about the banks. */
function replayed(dataDirectory: string, state: string, totals: AuditTotals) {
  const config = loadConfig({ DATA_DIR: dataDirectory })
  const engine = new Engine({ calendar: tradingCalendar, rules: engineRules(config) })
  const reader = new JournalReader(dataDirectory)
  let position = 1
  for (;;) {
    const batches = reader.batches(position, { batches: 512 })
    if (batches.length === 0) break
    for (const batch of batches) {
      batch.events.forEach((event, index) => engine.apply(event, batch.position + index))
      position = batch.position + Math.max(1, batch.events.length)
    }
  }
  reader.close()
  // a deposit that comes back may leave an account below zero
  checkInvariants(engine.state, { granted: new Map(), corrected: true })
  deepStrictEqual(fingerprint(engine.state), state, 'the state that a replay of the journal makes')
  const { ledger } = engine.state.markets[0]!
  deepStrictEqual(-BigInt(ledger.bankCents), totals.deposits - totals.withdrawals, 'what came from the banks')
  deepStrictEqual(BigInt(ledger.feeCents), totals.fees, 'fees')
  deepStrictEqual(
    totals.cash + BigInt(ledger.bankCents + ledger.feeCents + ledger.houseCents + ledger.clearingCents),
    0n,
    'the cash of all accounts and the house accounts',
  )
  return { ledger: { ...ledger }, events: position - 1 }
}

/** docs/api-contract.md section 20: members that give the moment of asking are left out. */
function withoutMoments(answers: Answers): ReadonlyMap<string, string> {
  return new Map(
    [...answers].sort().map(([path, text]) => [path, path.endsWith('/balances') ? text.replace(/"timestamp":"[^"]+"/, '') : text]),
  )
}
