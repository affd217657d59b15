import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { engineRules } from '../src/config/engine-rules.ts'
import { loadConfig } from '../src/config.ts'
import { DEFAULT_RULES } from '../src/engine/rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = (path: string): string => readFileSync(path, 'utf8')

/** Loads with `settings` as the file my.json. */
const load = (settings: unknown, environment: Record<string, string> = {}) =>
  loadConfig({ CONFIG: 'my.json', ...environment }, (path) =>
    path === resolve('my.json') ? (typeof settings === 'string' ? settings : JSON.stringify(settings)) : file(path),
  )

const noTls = { cert_file: null, key_file: null, ca_file: null, require_client_certificate: true, min_version: '1.2' }

const sessionDefaults = {
  throttle_per_s: 5000,
  cancel_on_disconnect: false,
  cancel_on_logout: false,
  cancel_gtc: true,
  grace_ms: 5000,
  clock_tolerance_s: 120,
  order_scope: 'session',
  reset_on_logon: false,
  validate_user_defined: true,
  queue_replaces: false,
  schedule: null,
}

describe('the embedded defaults', () => {
  test('are complete', () => {
    const { first_start, ...config } = loadConfig({})
    const session = { accounts: 'all', password: null, client_certificate: null, enabled: true, ...sessionDefaults }
    expect(config).toEqual({
      data_dir: resolve('data'),
      secrets_file: null,
      log_level: 'info',
      server: {
        host: '127.0.0.1',
        http_port: 8080,
        fix_port: 9878,
        management_host: '127.0.0.1',
        management_port: 9464,
        body_limit_bytes: 1_048_576,
        max_connections: 10_000,
        tls: noTls,
      },
      market: {
        session: 'always_open',
        quotes: 'walk',
        liquidity: 'both',
        clients_only: [],
        quote_only: [],
        stale_quote_ms: null,
        stop_trigger: 'either',
        latency: {
          new_ms: 0,
          new_jitter_ms: 0,
          replace_ms: 0,
          replace_jitter_ms: 0,
          cancel_ms: 0,
          cancel_jitter_ms: 0,
          fill_ms: 0,
          fill_jitter_ms: 0,
        },
        seed: 'fillgate-sandbox',
        band_percent: null,
        band_pause_s: 300,
        unpriced: 'wait',
        enforce_hours: false,
      },
      engine: {
        day_order_end: 'expire',
        self_match: 'cancel_aggressor',
        max_order_quantity: '1000000',
        max_order_notional: '5000000.00',
        max_open_orders: 500,
        price_band_percent: null,
        market_collar_percent: 5,
        market_collar_percent_under_50: 4,
        order_capacity: 4_194_304,
      },
      kyc: { mode: 'suffix', delay_ms: 1000 },
      ach: { mode: 'instant', verification_delay_ms: 1000, min_transfer: '1.00', max_transfer: '1000000.00' },
      rate_limits: {
        enabled: true,
        requests_per_minute: { sandbox: 6000, live: 1000 },
        orders_per_minute: { sandbox: 3000, live: 300 },
        refused_credentials_per_minute: 60,
        sandbox_resets_per_minute: 10,
        streams_per_partner: 5,
      },
      webhooks: {
        retry_scale: 1,
        allow_http: false,
        allow_private_targets: null,
        retention_events: 1_000_000,
        retention_hours: 168,
        retention_bytes: 8_589_934_592,
      },
      fix: {
        target_comp_id: 'GATEWAY',
        allow_open_sessions: false,
        logon_timeout_ms: 5000,
        failed_logons_per_minute: 5,
        max_unauthenticated: 64,
        max_connections: 1024,
        max_message_bytes: 65_536,
        outbound_limit_bytes: 4_194_304,
        outbound_limit_ms: 10_000,
        tls: noTls,
        session_defaults: sessionDefaults,
        sessions: [
          { sender_comp_id: 'DESK1', kind: 'order-entry', ...session },
          { sender_comp_id: 'DESK2', kind: 'order-entry', ...session },
          { sender_comp_id: 'DROP1', kind: 'drop-copy', ...session },
        ],
      },
      journal: { snapshot_every_events: 1_000_000, max_projector_lag_events: 2_000_000, max_pending_events: 65_536, stay_awake_us: 400 },
      retention: { hot_events: 50_000_000, hot_days: 30, archive_events: 1_000_000 },
    })
    const { listings, ...rest } = first_start
    expect(rest).toEqual({ partner: 'Sandbox', environment: 'sandbox', fixture: 'minimal', bench: null })
    expect(listings[0]).toEqual({
      instrument: {
        symbol: 'AAPL',
        name: 'Apple Inc.',
        exchange: 'NASDAQ',
        assetClass: 'equity',
        tradable: true,
        fractionable: true,
        previousCloseTicks: 1_985_000,
        walk: { baseTicks: 1_999_500, stepHundredths: 50, spreadTicks: 300, sizeLots: 1_200e9 },
      },
      quote: { bidTicks: 1_999_500, askTicks: 2_000_500, bidLots: 1000e9, askLots: 1000e9 },
    })
    expect(listings).toHaveLength(62)
  })

  test('are the rules that the engine has by itself', () => {
    // quotes walk in the product; an engine by itself has no securities that could
    expect(engineRules(loadConfig({}))).toEqual({ ...DEFAULT_RULES, quotes: 'walk' })
  })

  test('each rule of the engine is that of its own setting, in the units of the engine', () => {
    const latency = { new_ms: 1, new_jitter_ms: 2, replace_ms: 3, replace_jitter_ms: 4, cancel_ms: 5, cancel_jitter_ms: 6 }
    const config = load({
      engine: {
        day_order_end: 'done_for_day',
        self_match: 'decrement',
        max_order_quantity: '12.5',
        max_order_notional: '34.56',
        max_open_orders: 9,
        // hundredths that are no whole number in binary
        price_band_percent: 0.29,
        market_collar_percent: 1.1,
        market_collar_percent_under_50: 2.3,
      },
      market: {
        session: 'us_equities',
        quotes: 'still',
        liquidity: 'clients',
        clients_only: ['A'],
        quote_only: ['B'],
        stale_quote_ms: 11,
        stop_trigger: 'print',
        band_percent: 0.57,
        band_pause_s: 13,
        latency: { ...latency, fill_ms: 7, fill_jitter_ms: 8 },
        unpriced: 'refuse',
      },
      ach: { mode: 'manual', verification_delay_ms: 17, min_transfer: '0.19', max_transfer: '20000.00' },
    })
    expect(engineRules(config)).toEqual({
      selfMatch: 'decrement',
      latency: {
        new: { ms: 1, jitterMs: 2 },
        replace: { ms: 3, jitterMs: 4 },
        cancel: { ms: 5, jitterMs: 6 },
        fill: { ms: 7, jitterMs: 8 },
      },
      unpriced: 'refuse',
      session: 'us_equities',
      quotes: 'still',
      stopTrigger: 'print',
      staleQuoteMs: 11,
      liquidity: 'clients',
      liquidityOf: new Map([
        ['A', 'clients'],
        ['B', 'quote'],
      ]),
      dayOrderEnd: 'done_for_day',
      maxOrderLots: 12.5e9,
      maxOrderCents: 3456,
      maxOpenOrders: 9,
      limitBandBasisPoints: 29,
      bandBasisPoints: 57,
      bandPauseMs: 13_000,
      collarBelow50BasisPoints: 230,
      collarBasisPoints: 110,
      achMode: 'manual',
      achVerificationMs: 17,
      minTransferCents: 19,
      maxTransferCents: 2_000_000,
    })
  })

  test('are the same from every working directory, but for the data directory', () => {
    const elsewhere = process.cwd()
    const here = loadConfig({})
    try {
      process.chdir('/')
      expect(loadConfig({})).toEqual({ ...here, data_dir: '/data' })
    } finally {
      process.chdir(elsewhere)
    }
  })

  test('can be changed by nobody', () => {
    const config = loadConfig({})
    expect(() => Object.assign(config.server, { http_port: 1 })).toThrow(TypeError)
    expect(() => Object.assign(config.fix.sessions[0]!, { enabled: false })).toThrow(TypeError)
  })
})

describe('what overrides what', () => {
  test('the environment overrides the file, the file the defaults, member by member', () => {
    const config = load(
      { server: { http_port: 1000, fix_port: 1001 }, log_level: 'warn', rate_limits: { orders_per_minute: { sandbox: 7 } } },
      { FIX_PORT: '2001', HOST: '::1', DATA_DIR: 'elsewhere', MANAGEMENT_HOST: '::1', MANAGEMENT_PORT: '0', LOG_LEVEL: 'debug' },
    )
    expect({
      ...config.server,
      data_dir: config.data_dir,
      log_level: config.log_level,
      orders: config.rate_limits.orders_per_minute,
    }).toEqual({
      host: '::1',
      http_port: 1000,
      fix_port: 2001,
      management_host: '::1',
      management_port: 0,
      body_limit_bytes: 1_048_576,
      max_connections: 10_000,
      tls: noTls,
      data_dir: resolve('elsewhere'),
      log_level: 'debug',
      orders: { sandbox: 7, live: 300 },
    })
  })

  test('HTTP_PORT=0 takes any free port, as do the others', () => {
    const { server } = loadConfig({ HTTP_PORT: '0', FIX_PORT: '0', MANAGEMENT_PORT: '0' })
    expect([server.http_port, server.fix_port, server.management_port]).toEqual([0, 0, 0])
  })

  test('a session of the file keeps its own settings and takes the rest from the defaults of the file', () => {
    const config = load({
      fix: {
        session_defaults: { grace_ms: 100 },
        sessions: [{ sender_comp_id: 'A', kind: 'order-entry', accounts: ['approved'], password: 'p', throttle_per_s: null }],
      },
    })
    expect(config.fix.sessions).toEqual([
      {
        ...sessionDefaults,
        sender_comp_id: 'A',
        kind: 'order-entry',
        accounts: ['approved'],
        password: 'p',
        client_certificate: null,
        enabled: true,
        throttle_per_s: null,
        grace_ms: 100,
      },
    ])
  })

  test('null in the place of an object replaces it', () => {
    const schedule = {
      days: ['mon', 'tue'],
      start: '08:00',
      end: '17:30',
      time_zone: 'America/New_York',
      reset: 'daily',
      holidays: ['2026-12-25'],
    }
    const session = { sender_comp_id: 'A', kind: 'order-entry', schedule: null }
    const config = load({ fix: { session_defaults: { schedule }, sessions: [session, { ...session, sender_comp_id: 'B', schedule }] } })
    expect(config.fix.sessions.map((one) => one.schedule)).toEqual([null, schedule])
  })
})

describe('config/bench.json', () => {
  const config = loadConfig({ CONFIG: join(root, 'config/bench.json') })

  test('has CLIENT1 to CLIENT64, each with the one account of its name, and DROP1 for all of them', () => {
    const settings = { password: null, client_certificate: null, enabled: true, ...sessionDefaults, throttle_per_s: null }
    const clients = Array.from({ length: 64 }, (_, index) => `CLIENT${index + 1}`)
    expect(config.fix.sessions).toEqual([
      ...clients.map((name) => ({ sender_comp_id: name, kind: 'order-entry', accounts: [name], ...settings })),
      { sender_comp_id: 'DROP1', kind: 'drop-copy', accounts: 'all', ...settings },
    ])
  })

  test('has BENCH1 to BENCH1000 with a previous close of 100.00 and no quote, and nothing else', () => {
    expect(config.first_start.listings).toEqual(
      Array.from({ length: 1000 }, (_, index) => ({
        instrument: {
          symbol: `BENCH${index + 1}`,
          name: `Benchmark ${index + 1}`,
          exchange: 'BENCH',
          assetClass: 'equity',
          tradable: true,
          fractionable: true,
          previousCloseTicks: 1_000_000,
          walk: null,
        },
        quote: null,
      })),
    )
  })

  test('switches the limits off', () => {
    expect(engineRules(config)).toEqual({
      ...DEFAULT_RULES,
      quotes: 'walk',
      selfMatch: 'off',
      maxOrderLots: 0,
      maxOrderCents: 0,
      maxOpenOrders: 0,
    })
    expect({
      rates: config.rate_limits.enabled,
      http: config.server.max_connections,
      fix: [config.fix.max_connections, config.fix.max_unauthenticated, config.fix.failed_logons_per_minute],
    }).toEqual({ rates: false, http: null, fix: [null, null, null] })
  })

  test('changes nothing that makes orders durable', () => {
    expect(config.journal).toEqual(loadConfig({}).journal)
  })
})

describe('the start is refused with one line', () => {
  const port = 'an integer from 0 to 65535'

  test.each([
    [{ HTTP_PORT: '80a' }, `HTTP_PORT (server.http_port) must be ${port}, not "80a"`],
    [{ HTTP_PORT: '' }, `HTTP_PORT (server.http_port) must be ${port}, not ""`],
    [{ FIX_PORT: '65536' }, `FIX_PORT (server.fix_port) must be ${port}, not 65536`],
    [{ MANAGEMENT_PORT: '-1' }, `MANAGEMENT_PORT (server.management_port) must be ${port}, not "-1"`],
    [{ HTTP_PORT: '9878' }, 'HTTP_PORT: server.fix_port must differ from server.http_port, not 9878 like it'],
    [{ HOST: 'a b' }, 'HOST (server.host) must be an address such as "127.0.0.1" or "::1", or the name of a host, not "a b"'],
    [{ DATA_DIR: '' }, 'DATA_DIR (data_dir) must be text that is not empty, not ""'],
    [{ DATA_DIR: '  ' }, 'DATA_DIR (data_dir) must be text that is not empty, not "  "'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL (log_level) must be one of "fatal", "error", "warn", "info", "debug", "trace", "silent", not "loud"',
    ],
    [{ CONFIG: '/none.json' }, "CONFIG=/none.json: can't be read: ENOENT: no such file or directory, open '/none.json'"],
    [{ CONFIG: '' }, 'CONFIG must be text that is not empty, not ""'],
  ])('environment %j', (environment: Record<string, string>, message) => {
    expect(() => loadConfig(environment)).toThrow(new Error(message))
  })

  test.each([null, [], 'all'])('a section that the file has as %j, of which the environment sets a member', (server) => {
    expect(() => load({ server }, { HTTP_PORT: '0' })).toThrow(
      new Error(`CONFIG=my.json: server must be an object, not ${JSON.stringify(server)}`),
    )
  })

  const session = { sender_comp_id: 'A', kind: 'order-entry' }
  const bench = { sessions: 2, symbols: 1, previous_close: '1.00', cash: '1.00', shares_per_symbol: 1 }

  test.each([
    ['{', /^CONFIG=my.json: is not JSON: Expected property name or '}' in JSON at position 1[^\n]*$/],
    ['\ufeff{}', 'CONFIG=my.json: begins with a byte order mark: save it as UTF-8 without one'],
    ['{"fix":{"sessions":[{"password":hunter2}]}}', /^CONFIG=my.json: is not JSON: (?!.*hunter2)[^\n]+$/],
    [[], 'CONFIG=my.json: must be a JSON object with settings'],
    [null, 'CONFIG=my.json: must be a JSON object with settings'],
    [{ fx: {} }, /^CONFIG=my.json: fx is not a setting; expected one of data_dir, secrets_file, log_level, server, [a-z_, ]+$/],
    ['{"__proto__":{"log_level":"warn"}}', /^CONFIG=my.json: __proto__ is not a setting; expected one of data_dir/],
    [{ kyc: { delay: 1 } }, 'CONFIG=my.json: kyc.delay is not a setting; expected one of mode, delay_ms'],
    [{ kyc: 5 }, 'CONFIG=my.json: kyc must be an object, not 5'],
    [{ fix: { tls: { cert_file: 'a.pem' } } }, 'CONFIG=my.json: fix.tls.key_file must name a file where fix.tls.cert_file does, not null'],
    [
      { server: { tls: { key_file: 'a.pem' } } },
      'CONFIG=my.json: server.tls.cert_file must name a file where server.tls.key_file does, not null',
    ],
    [
      { server: { tls: { ca_file: 'a.pem' } } },
      'CONFIG=my.json: server.tls.cert_file must name a file where server.tls.ca_file does, not null',
    ],
    [{ fix: { tls: { min_version: '1.1' } } }, 'CONFIG=my.json: fix.tls.min_version must be one of "1.2", "1.3", not "1.1"'],
    [
      { fix: { sessions: [{ ...session, client_certificate: 'cn:A' }] } },
      'CONFIG=my.json: fix.tls.ca_file must name a file where fix.sessions.0.client_certificate is set, not null',
    ],
    [
      { fix: { sessions: [{ ...session, client_certificate: 'sha1:00' }] } },
      'CONFIG=my.json: fix.sessions.0.client_certificate must be "cn:" and a common name of up to 64 ASCII characters, or "sha256:" and a fingerprint of 64 hexadecimal digits or null, not "sha1:00"',
    ],
    [{ kyc: { delay_ms: '1' } }, 'CONFIG=my.json: kyc.delay_ms must be an integer from 0 to 86400000, not "1"'],
    [{ kyc: { delay_ms: 1.5 } }, 'CONFIG=my.json: kyc.delay_ms must be an integer from 0 to 86400000, not 1.5'],
    [{ kyc: { delay_ms: null } }, 'CONFIG=my.json: kyc.delay_ms must be an integer from 0 to 86400000, not null'],
    [{ kyc: { mode: 'Suffix' } }, 'CONFIG=my.json: kyc.mode must be one of "suffix", "manual", not "Suffix"'],
    [{ ach: { mode: 'later' } }, 'CONFIG=my.json: ach.mode must be one of "instant", "delayed", "manual", not "later"'],
    [{ rate_limits: { enabled: 'yes' } }, 'CONFIG=my.json: rate_limits.enabled must be true or false, not "yes"'],
    [{ engine: { max_open_orders: 0 } }, 'CONFIG=my.json: engine.max_open_orders must be an integer from 1 up or null, not 0'],
    [
      { engine: { max_order_quantity: 5 } },
      'CONFIG=my.json: engine.max_order_quantity must be a decimal above 0 such as "1000" (shares, up to 9 decimals) or null, not 5',
    ],
    [
      { engine: { max_order_quantity: '9007200' } },
      'CONFIG=my.json: engine.max_order_quantity must be a decimal above 0 such as "1000" (shares, up to 9 decimals) or null, not "9007200"',
    ],
    [
      { ach: { min_transfer: '0.00' } },
      'CONFIG=my.json: ach.min_transfer must be a decimal above 0 such as "5000000.00" (dollars, up to 2 decimals), not "0.00"',
    ],
    [
      { ach: { min_transfer: '2000000.00' } },
      'CONFIG=my.json: ach.max_transfer must be at least ach.min_transfer ("2000000.00"), not "1000000.00"',
    ],
    [
      { ach: { max_transfer: '9999.99' } },
      'CONFIG=my.json: ach.max_transfer must allow the 10000.00 that first_start.fixture "minimal" deposits, not "9999.99"',
    ],
    [
      { engine: { price_band_percent: 0 } },
      'CONFIG=my.json: engine.price_band_percent must be a number above 0 and at most 100 or null, not 0',
    ],
    [{ fix: { sessions: {} } }, 'CONFIG=my.json: fix.sessions must be a list, not {}'],
    [{ fix: { sessions: { ...session, password: 'hush' } } }, 'CONFIG=my.json: fix.sessions must be a list, not an object'],
    [{ fix: { sessions: [[{ ...session, password: 'hush' }]] } }, 'CONFIG=my.json: fix.sessions.0 must be an object, not a list'],
    [
      { fix: { sessions: [{ sender_comp_id: 'A' }] } },
      'CONFIG=my.json: fix.sessions.0.kind is missing; expected one of "order-entry", "drop-copy"',
    ],
    [
      { fix: { sessions: [{ ...session, password: 5 }] } },
      'CONFIG=my.json: fix.sessions.0.password must be 1 to 128 printable ASCII characters or null, not what is given (not repeated here)',
    ],
    [
      { fix: { sessions: [{ ...session, password: 'Größe' }] } },
      'CONFIG=my.json: fix.sessions.0.password must be 1 to 128 printable ASCII characters or null, not what is given (not repeated here)',
    ],
    [
      { fix: { sessions: [session, session] } },
      'CONFIG=my.json: fix.sessions.1.sender_comp_id must differ from those of other sessions, not "A" again',
    ],
    [
      { fix: { sessions: [{ ...session, sender_comp_id: 'CLIENT2' }] }, first_start: { bench } },
      'CONFIG=my.json: fix.sessions.0.sender_comp_id must differ from those of other sessions, not "CLIENT2" again',
    ],
    [
      { fix: { sessions: [{ ...session, accounts: ['approved', 'other'] }] } },
      'CONFIG=my.json: fix.sessions.0.accounts must name accounts of the first start (approved, rejected, manual-review), not "other"',
    ],
    [
      { fix: { sessions: [{ ...session, accounts: [] }] } },
      'CONFIG=my.json: fix.sessions.0.accounts must be "all" or a list that is not empty, not []',
    ],
    [
      {
        fix: {
          session_defaults: {
            schedule: { days: ['mon'], start: '08:00', end: '17:00', time_zone: 'New York', reset: 'daily', holidays: [] },
          },
        },
      },
      'CONFIG=my.json: fix.session_defaults.schedule.time_zone must be an IANA time zone such as "America/New_York", not "New York"',
    ],
    [
      {
        fix: {
          session_defaults: {
            schedule: { days: ['mon'], start: '08:00', end: '17:00', time_zone: 'UTC', reset: 'daily', holidays: ['2026-02-30'] },
          },
        },
      },
      'CONFIG=my.json: fix.session_defaults.schedule.holidays.0 must be a date such as "2026-12-25", not "2026-02-30"',
    ],
    [
      { market: { clients_only: ['aapl'] } },
      'CONFIG=my.json: market.clients_only.0 must be a symbol such as "AAPL": 1 to 10 capital letters, digits, . - (a letter first), not "aapl"',
    ],
    [
      { market: { clients_only: ['AAPL', 'F'], quote_only: ['MSFT', 'F'] } },
      'CONFIG=my.json: market.quote_only.1 must be a symbol that market.clients_only does not have, not "F"',
    ],
    [
      { fix: { session_defaults: { schedule: { days: ['mon'] } } } },
      'CONFIG=my.json: fix.session_defaults.schedule.start is missing; expected a time such as "08:00"',
    ],
    [
      { first_start: { bench: { sessions: 2 } } },
      'CONFIG=my.json: first_start.bench.symbols is missing; expected an integer from 1 to 99999',
    ],
    [
      { first_start: { bench: { ...bench, symbols: 1000, shares_per_symbol: 90_071_992_548 } } },
      'CONFIG=my.json: first_start.bench.shares_per_symbol must leave an account worth at most 90071992547409 dollars, not 90071992548 shares of 1000 symbols',
    ],
    [
      { first_start: { bench: { ...bench, shares_per_symbol: 1, cash: '90071992547409.91' } } },
      /^CONFIG=my.json: first_start.bench.shares_per_symbol must leave an account worth at most 90071992547409 dollars, not 1 shares /,
    ],
    [
      { first_start: { environment: 'live' } },
      'CONFIG=my.json: first_start.fixture must be "none" where first_start.environment is "live", not "minimal"',
    ],
    [
      { first_start: { instruments: '/none.json' } },
      "first_start.instruments /none.json: can't be read: ENOENT: no such file or directory, open '/none.json'",
    ],
    [{ market: { seed: 'x'.repeat(300) } }, /^CONFIG=my.json: market.seed must be .* not what is given \(not repeated here\)$/],
    [
      { market: { unpriced: 'x'.repeat(300) } },
      `CONFIG=my.json: market.unpriced must be one of "wait", "refuse", not "${'x'.repeat(56)}...`,
    ],
  ])('file %j', (settings, message) => {
    expect(() => load(settings)).toThrow(typeof message === 'string' ? new Error(message) : message)
  })

  test('limits of transfers that leave one amount, that of the first deposit, are none', () => {
    expect(load({ ach: { min_transfer: '10000.00', max_transfer: '10000.00' } }).ach).toMatchObject({ max_transfer: '10000.00' })
  })

  test('a list of instruments with a bad price', () => {
    const read = (path: string) => (path.endsWith('instruments.json') ? file(path).replace('"198.50"', '"198,50"') : file(path))
    expect(() => loadConfig({}, read)).toThrow(
      new Error(
        `first_start.instruments ${join(root, 'config/instruments.json')}: 0.previous_close must be a decimal above 0 such as "100.00" (dollars, up to 4 decimals), not "198,50"`,
      ),
    )
  })

  test.each([
    [[{}, {}], '1.symbol must differ from those before it, not "AAPL" again'],
    [[{ quote: { bid: '200.00' } }], '0.quote.bid must be below the ask, not "200.00"'],
    [[{ quote: { bid: '100.00' } }], '0.quote.bid must be below the ask, not "100.00"'],
    [[{ quote: { bid: '99.001' } }], '0.quote.bid must have 2 decimals from 1.00 on, not "99.001"'],
    [[{ quote: { ask: '100.0001' } }], '0.quote.ask must have 2 decimals from 1.00 on, not "100.0001"'],
    [[{ quote: { ask: '1000000.01' } }], '0.quote.ask must be at most 1000000.00, not "1000000.01"'],
    [
      [{ quote: { ask_size: '0.5' }, fractionable: false }],
      '0.quote.ask_size must be whole shares: AAPL trades in no parts of one, not "0.5"',
    ],
  ])('a list of instruments %j that fit their shape and not the market', (given, message) => {
    const quote = { bid: '99.99', ask: '100.00', bid_size: '1', ask_size: '1' }
    const row = {
      symbol: 'AAPL',
      name: 'A',
      exchange: 'X',
      asset_class: 'equity',
      tradable: true,
      fractionable: true,
      previous_close: '99.00',
    }
    const rows = given.map((of) => ({ ...row, ...of, quote: { ...quote, ...('quote' in of ? of.quote : {}) } }))
    const read = (path: string) => (path.endsWith('instruments.json') ? JSON.stringify(rows) : file(path))
    expect(() => loadConfig({}, read)).toThrow(new Error(`first_start.instruments ${join(root, 'config/instruments.json')}: ${message}`))
  })
})
