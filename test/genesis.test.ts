import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engineRules } from '../src/config/engine-rules.ts'
import { type Config, loadConfig } from '../src/config.ts'
import type { Event } from '../src/domain/event.ts'
import { Engine } from '../src/engine/engine.ts'
import { verifyPassword } from '../src/fix/connection/password-hash.ts'
import { DEFAULT_SESSION_SETTINGS } from '../src/fix/session/session-settings.ts'
import { FIRST_PARTNER_ID, firstSessions, genesisCommands } from '../src/genesis.ts'
import {
  credentialsPath,
  firstKeys,
  type SandboxCredentials,
  sandboxCredentials,
  updateAddresses,
  writeSandboxCredentials,
} from '../src/genesis/sandbox-credentials.ts'
import { PARTNER_SCOPES } from '../src/domain/partners/scopes.ts'
import { hashSecret } from '../src/http/credentials/secret-hash.ts'
import { openTaxId } from '../src/http/resources/accounts/tax-id-seal.ts'
import { tradingCalendar } from '../src/market/trading-calendar.ts'
import { DataDirectoryError } from '../src/storage/directory/data-directory-error.ts'

const taxIdKey = Buffer.alloc(32, 7)
const parts = { taxIdKey, randomSeed: () => 'random' }
const minimal = loadConfig({})
const standing: Config = { ...minimal, market: { ...minimal.market, quotes: 'still' } }
const bench = loadConfig({ CONFIG: fileURLToPath(new URL('../config/bench.json', import.meta.url)) })
const AT = Date.UTC(2026, 10, 20, 15)

/** An engine that has run the first start. */
function started(config: Config): { engine: Engine; events: Event[] } {
  const calendar = { ...tradingCalendar, rollAt: () => Infinity }
  const engine = new Engine({ calendar, rules: engineRules(config) })
  const events: Event[] = []
  for (const command of genesisCommands(config, parts)) {
    expect(engine.execute(command, AT, 1 + events.length, events)).toEqual({})
  }
  return { engine, events }
}

describe('a first start with the fixture minimal', () => {
  test('is partner, securities, accounts and the deposit, in this order', () => {
    const commands = genesisCommands(minimal, parts)
    const { listings } = minimal.first_start
    expect(commands.slice(0, 1 + listings.length)).toEqual([
      { type: 'CreatePartner', id: FIRST_PARTNER_ID, name: 'Sandbox', environment: 'sandbox', seed: 'fillgate-sandbox' },
      ...listings.map(({ instrument }) => ({ type: 'ListInstrument', instrument })),
    ])
    const opening = {
      type: 'OpenAccount',
      partner: 0,
      tradingConfigurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
      profile: expect.any(String),
    }
    expect(commands.slice(1 + listings.length)).toEqual([
      {
        ...opening,
        id: '81169e98-3f9a-5d9a-a62c-52fce2000b14',
        userId: '76f4d984-baac-5aad-b6d8-8e2bbe16d1f7',
        accountNumber: '410000001',
        status: 'ACTIVE',
        kycStatus: 'APPROVED',
        kycResults: { summary: 'pass', reject: [], additional_information: null },
      },
      {
        ...opening,
        id: '1e8f2e52-e45b-5a28-9d80-369b6d32f9b5',
        userId: '6751cf18-8295-5c29-a155-fa540325ed2f',
        accountNumber: '410000002',
        status: 'REJECTED',
        kycStatus: 'REJECTED',
        kycResults: { summary: 'fail', reject: ['IDENTITY_VERIFICATION'], additional_information: null },
      },
      {
        ...opening,
        id: 'f6da9fc3-ff82-5e9a-b3d3-9706a643269d',
        userId: '306b949f-def0-5c79-b833-01be86549ac4',
        accountNumber: '410000003',
        status: 'APPROVAL_PENDING',
        kycStatus: 'MANUAL_REVIEW',
        kycResults: null,
      },
      {
        type: 'LinkBank',
        account: 0,
        status: 'APPROVED',
        ownerName: 'Jane Doe',
        accountType: 'CHECKING',
        bankName: 'First Bank',
        accountLast4: '6789',
        routingNumber: '121000358',
      },
      { type: 'Deposit', account: 0, ach: 1, amountCents: 1_000_000, description: 'initial', idempotencyKey: null, instant: true },
    ])
  })

  test('puts the quotes of the file where quotes stand', () => {
    const commands = genesisCommands(standing, parts)
    const { listings } = standing.first_start
    expect(commands.slice(1 + listings.length, 1 + 2 * listings.length)).toEqual(
      listings.map(({ instrument, quote }) => ({ type: 'MoveQuote', market: 0, symbol: instrument.symbol, quote })),
    )
    const { state } = started(standing).engine
    expect(state.book(0, state.instrumentBySymbol('AAPL')!).quote).toEqual({
      bidTicks: 1_999_500,
      askTicks: 2_000_500,
      bidLots: 1000e9,
      askLots: 1000e9,
    })
  })

  test('keeps of a tax id its end and, sealed, the rest', () => {
    const profiles = genesisCommands(minimal, parts).flatMap((command) =>
      command.type === 'OpenAccount' ? [JSON.parse(command.profile) as { identity: object; sealed: { tax_id: string } }] : [],
    )
    expect(profiles.map(({ identity, sealed }) => [identity, openTaxId(taxIdKey, sealed.tax_id)])).toEqual(
      [
        ['Jane', 'Doe', '1'],
        ['John', 'Roe', '2'],
        ['Ada', 'Poe', '3'],
      ].map(([given_name, family_name, end]) => [
        { given_name, family_name, date_of_birth: '1990-01-01', tax_id: `***-**-000${end!}`, tax_id_type: 'US_SSN' },
        `90000000${end!}`,
      ]),
    )
  })

  test('is taken by the engine as it is, and gives the approved account 10,000 dollars to trade with', () => {
    const { engine, events } = started(minimal)
    const { state } = engine
    expect(events.map(({ type }) => type)).toEqual([
      'PartnerCreated',
      ...Array<string>(62).fill('InstrumentListed'),
      ...Array<string>(3).fill('AccountOpened'),
      'BankLinked',
      'TransferRequested',
      'DepositSettled',
    ])
    expect(state.balances(0)).toMatchObject({ settled: 1_000_000, buyingPower: 1_000_000 })
  })

  test('takes the configured seed, by default the same everywhere: equal commands give equal ids', () => {
    const seeded = { ...minimal, market: { ...minimal.market, seed: 'mine' } }
    expect(genesisCommands(seeded, parts)[0]).toMatchObject({ seed: 'mine' })
  })

  test('has a long random seed where none is configured', () => {
    const unseeded = { ...minimal, market: { ...minimal.market, seed: null } }
    const seeds = [1, 2].map(() => (genesisCommands(unseeded, { taxIdKey })[0] as { seed: string }).seed)
    expect(seeds).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(seeds[0]).not.toBe(seeds[1])
  })
})

describe('a first start for benchmarks', () => {
  test('gives each of 64 accounts a trillion dollars and 100,000,000 shares of each of 1,000 symbols', () => {
    const { state } = started(bench).engine
    expect([state.accounts.length, state.instruments.length]).toEqual([64, 1000])
    for (const { index } of state.accounts) {
      expect(state.balances(index)).toMatchObject({
        settled: 1_000_000_000_000_00,
        buyingPower: 1_000_000_000_000_00,
        longMarketValue: 100_000_000 * 1000 * 100_00,
      })
      expect(state.positions(index)).toHaveLength(1000)
    }
    expect(state.position(63, 999)).toMatchObject({
      account: 63,
      instrument: 999,
      quantity: { shares: 100_000_000, lots: 0 },
      available: { shares: 100_000_000, lots: 0 },
      averageMicros: 100_000_000,
    })
  })

  test('gives further accounts, of no session, the same', async () => {
    const config = { ...bench, first_start: { ...bench.first_start, bench: { ...bench.first_start.bench!, further_accounts: 2 } } }
    const { state } = started(config).engine
    expect(state.accounts.slice(63).map(({ index, accountNumber }) => [index, accountNumber])).toEqual([
      [63, '410000064'],
      [64, '410000065'],
      [65, '410000066'],
    ])
    for (const index of [63, 64, 65]) {
      expect(state.balances(index)).toEqual(state.balances(0))
      expect(state.positions(index)).toHaveLength(1000)
    }
    expect((await firstSessions(config, AT)).map(({ senderCompId }) => senderCompId).slice(63)).toEqual(['CLIENT64', 'DROP1'])
  })

  test('ties each session to its account', async () => {
    const { state } = started(bench).engine
    const sessions = await firstSessions(bench, AT)
    expect(
      sessions.map(({ index, senderCompId, kind, accountNumbers, throttlePerS }) => ({
        index,
        senderCompId,
        kind,
        accountNumbers,
        throttlePerS,
      })),
    ).toEqual([
      ...state.accounts.map(({ accountNumber }, index) => ({
        index: index + 1,
        senderCompId: `CLIENT${index + 1}`,
        kind: 'order-entry',
        accountNumbers: [accountNumber],
        throttlePerS: 0,
      })),
      { index: 65, senderCompId: 'DROP1', kind: 'drop-copy', accountNumbers: [], throttlePerS: 0 },
    ])
  })
})

describe('the FIX sessions of a first start', () => {
  test('have fixed ids and the settings that the gateway has by itself', async () => {
    expect(await firstSessions(minimal, AT)).toEqual(
      minimal.fix.sessions.map(({ kind, sender_comp_id }, index) => ({
        ...DEFAULT_SESSION_SETTINGS,
        index: index + 1,
        id: ['811da8e5-1099-558c-8178-363ec84f319a', '8769ad06-4541-560c-b79d-b3f357ddaa89', '735c60f2-22ab-5298-9f24-bc5c8281ae68'][index],
        senderCompId: sender_comp_id,
        targetCompId: 'GATEWAY',
        kind,
        partner: 0,
        createdAt: AT,
      })),
    )
  })

  test('have what is configured for them, and of a password the hash alone', async () => {
    const schedule = {
      days: ['mon', 'fri'],
      start: '08:00',
      end: '17:00',
      time_zone: 'America/New_York',
      reset: 'weekly',
      holidays: ['2026-12-25'],
    }
    const configured = {
      sender_comp_id: 'DESK9',
      kind: 'order-entry',
      accounts: ['approved'],
      password: 'hunter2',
      enabled: false,
      throttle_per_s: 7,
      cancel_on_disconnect: true,
      cancel_on_logout: true,
      cancel_gtc: false,
      grace_ms: 8,
      clock_tolerance_s: 9,
      client_certificate: 'cn:DESK 9',
      order_scope: 'account',
      reset_on_logon: true,
      validate_user_defined: false,
      queue_replaces: true,
      schedule,
    }
    const read = (path: string) =>
      path.endsWith('my.json')
        ? JSON.stringify({ fix: { sessions: [configured], tls: { cert_file: 'c.pem', key_file: 'k.pem', ca_file: 'a.pem' } } })
        : readFileSync(path, 'utf8')
    const [session] = await firstSessions(loadConfig({ CONFIG: 'my.json' }, read), AT)
    expect(await verifyPassword('hunter2', session!.passwordHash!)).toBe(true)
    expect(session).toEqual({
      index: 1,
      id: expect.any(String),
      senderCompId: 'DESK9',
      targetCompId: 'GATEWAY',
      kind: 'order-entry',
      partner: 0,
      accountNumbers: ['410000001'],
      enabled: false,
      passwordHash: expect.stringMatching(/^scrypt\$/),
      clientCertificate: 'cn:DESK 9',
      resetOnLogon: true,
      cancelOnDisconnect: { enabled: true, graceMs: 8, onLogout: true, includeGtc: false },
      throttlePerS: 7,
      clockToleranceS: 9,
      validateUserDefined: false,
      queueReplaces: true,
      orderScope: 'account',
      schedule: {
        days: ['mon', 'fri'],
        start: '08:00',
        end: '17:00',
        timeZone: 'America/New_York',
        reset: 'weekly',
        holidays: ['2026-12-25'],
      },
      createdAt: AT,
    })
  })
})

describe('sandbox-credentials.json', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'fillgate-genesis-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  const pepper = Buffer.alloc(32, 9)
  const keys = firstKeys(minimal, { pepper, now: AT })
  const expected: SandboxCredentials = {
    base_url: 'http://127.0.0.1:8080',
    api_key: keys.partner.credential.keyId,
    api_secret: keys.partner.apiSecret,
    operator: { api_key: keys.operator.credential.keyId, api_secret: keys.operator.apiSecret },
    accounts: [
      { id: '81169e98-3f9a-5d9a-a62c-52fce2000b14', account_number: '410000001', status: 'ACTIVE', kyc_status: 'APPROVED' },
      { id: '1e8f2e52-e45b-5a28-9d80-369b6d32f9b5', account_number: '410000002', status: 'REJECTED', kyc_status: 'REJECTED' },
      { id: 'f6da9fc3-ff82-5e9a-b3d3-9706a643269d', account_number: '410000003', status: 'APPROVAL_PENDING', kyc_status: 'MANUAL_REVIEW' },
    ],
    fix: {
      host: '127.0.0.1',
      port: 9878,
      begin_string: 'FIX.4.4',
      target_comp_id: 'GATEWAY',
      sessions: [
        { sender_comp_id: 'DESK1', kind: 'order-entry' },
        { sender_comp_id: 'DESK2', kind: 'order-entry' },
        { sender_comp_id: 'DROP1', kind: 'drop-copy' },
      ],
    },
  }
  const read = (): unknown => JSON.parse(readFileSync(credentialsPath(directory), 'utf8'))

  test('has everything that a first trade needs', () => {
    writeSandboxCredentials(credentialsPath(directory), sandboxCredentials(minimal, keys))
    expect(read()).toEqual(expected)
  })

  test('is for its owner alone, and the only file that is left', () => {
    writeSandboxCredentials(credentialsPath(directory), expected)
    writeSandboxCredentials(credentialsPath(directory), expected)
    expect(readdirSync(directory)).toEqual(['sandbox-credentials.json'])
    expect(statSync(credentialsPath(directory)).mode & 0o777).toBe(0o600)
  })

  test('is never made readable for others, whatever the umask', () => {
    const umask = process.umask(0)
    try {
      writeSandboxCredentials(credentialsPath(directory), expected)
    } finally {
      process.umask(umask)
    }
    expect(statSync(credentialsPath(directory)).mode & 0o777).toBe(0o600)
  })

  test('has the same shape for benchmarks', () => {
    const credentials = sandboxCredentials(bench, keys)
    expect(credentials.accounts).toHaveLength(64)
    expect([credentials.accounts[63], credentials.fix.sessions[63], credentials.fix.sessions[64]]).toEqual([
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), account_number: '410000064', status: 'ACTIVE', kyc_status: 'APPROVED' },
      { sender_comp_id: 'CLIENT64', kind: 'order-entry' },
      { sender_comp_id: 'DROP1', kind: 'drop-copy' },
    ])
  })

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:81', '127.0.0.1'],
    ['0.0.0.0', 'http://127.0.0.1:81', '127.0.0.1'],
    ['::', 'http://[::1]:81', '::1'],
    ['::1', 'http://[::1]:81', '::1'],
    ['gateway.example', 'http://gateway.example:81', 'gateway.example'],
  ])('follows the addresses of a later start on %s', (host, base_url, fixHost) => {
    writeSandboxCredentials(credentialsPath(directory), expected)
    updateAddresses(credentialsPath(directory), { host, httpPort: 81, fixPort: 82, isSecure: false })
    expect(read()).toEqual({ ...expected, base_url, fix: { ...expected.fix, host: fixHost, port: 82 } })
  })

  test('says https where REST speaks TLS', () => {
    writeSandboxCredentials(credentialsPath(directory), expected)
    updateAddresses(credentialsPath(directory), { host: '127.0.0.1', httpPort: 8080, fixPort: 9878, isSecure: true })
    expect(read()).toEqual({ ...expected, base_url: 'https://127.0.0.1:8080' })
  })

  test('is left alone when the addresses are as it says, and not made when it is gone', () => {
    const path = credentialsPath(directory)
    const addresses = { host: '127.0.0.1', httpPort: 8080, fixPort: 9878, isSecure: false }
    updateAddresses(path, addresses)
    expect(readdirSync(directory)).toEqual([])
    writeSandboxCredentials(path, expected)
    const inode = statSync(path).ino
    updateAddresses(path, addresses)
    expect(statSync(path).ino).toBe(inode)
  })

  test.each([
    ['{"api_secret": bsk_sbx_secret\n}', 'it is not JSON'],
    ['{}', 'it has no "fix"'],
    ['{"base_url": "http://127.0.0.1:1", "fix": null}', 'it has no "fix"'],
    ['{"fix": []}', 'it has no "fix"'],
  ])('says of %j what it is not, on one line and without what stands in it', (text, fault) => {
    const path = credentialsPath(directory)
    writeFileSync(path, text)
    expect(() => updateAddresses(path, { host: '127.0.0.1', httpPort: 1, fixPort: 2, isSecure: false })).toThrow(
      new DataDirectoryError(`${path} is not what a first start wrote: ${fault}; mend it, or move it away`),
    )
  })

  test('says so when it is not what a first start wrote', () => {
    writeFileSync(credentialsPath(directory), '{')
    expect(() => updateAddresses(credentialsPath(directory), { host: 'x', httpPort: 1, fixPort: 2, isSecure: false })).toThrow(
      /^\/.*\/sandbox-credentials.json is not what a first start wrote: .*; mend it, or move it away$/,
    )
  })

  test('has a key with every scope of a partner, and an operator key, both stored as hashes', () => {
    const { partner, operator } = keys
    const stored = { id: expect.any(String), account: null, label: 'first start', environment: 'sandbox', createdAt: AT }
    const unused = { expiresAt: null, lastUsedAt: null, revokedAt: null }
    expect([partner.credential, operator.credential]).toEqual([
      {
        ...stored,
        ...unused,
        kind: 'partner',
        partner: 0,
        keyId: expect.stringMatching(/^bpk_sbx_/),
        secretHash: hashSecret(pepper, partner.apiSecret),
        scopes: PARTNER_SCOPES,
      },
      {
        ...stored,
        ...unused,
        kind: 'operator',
        partner: null,
        keyId: expect.stringMatching(/^bok_sbx_/),
        secretHash: hashSecret(pepper, operator.apiSecret),
        scopes: ['operator'],
      },
    ])
  })
})
