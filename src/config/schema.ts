import { Type, type Static, type TEnum, type TSchema } from 'typebox'
import { CLIENT_CERTIFICATE } from '../domain/edges/client-certificate.ts'
import { FIX_PASSWORD } from '../domain/edges/fix-password.ts'
import { DAY_NAMES } from '../domain/edges/fix-session.ts'
import { SYMBOL_FORMAT } from '../domain/market/instrument.ts'

/**
 * The configuration file, setting by setting: shape, range and meaning in one place. Four keywords are ours: `amount` (decimal text of
 * that kind, above 0), `time_zone` (an IANA name), `date` (one that there is) and `secret` (the value is never repeated in a message). `check.ts` reads them.
 */

const orNull = <S extends TSchema>(schema: S, description: string) => Type.Union([schema, Type.Null()], { description })
const section = <P extends Record<string, TSchema>>(properties: P, description: string) =>
  Type.Object(properties, { description, additionalProperties: false })

const count = (description: string, minimum = 1) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, description })
const port = (description: string) => Type.Integer({ minimum: 0, maximum: 65_535, description: `${description}; 0 takes any free port` })
const milliseconds = (description: string) => Type.Integer({ minimum: 0, maximum: 86_400_000, description })
const percent = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 100, description })
const flag = (description: string) => Type.Boolean({ description })
const oneOf = <const V extends string[]>(values: readonly [...V], description: string): TEnum<V> => Type.Enum<V>(values, { description })
const quantity = (description: string) => Type.String({ amount: 'quantity', description })
const money = (description: string) => Type.String({ amount: 'money', description })
const price = (description: string) => Type.String({ amount: 'price', description })
const name = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
    expected: '1 to 64 letters, digits, _ . - (a letter or digit first)',
    description,
  })
export const symbol = Type.String({
  pattern: SYMBOL_FORMAT.source,
  expected: 'a symbol such as "AAPL": 1 to 10 capital letters, digits, . - (a letter first)',
})
const address = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9.:%-]+$', expected: 'an address such as "127.0.0.1" or "::1", or the name of a host', description })
const timeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', expected: 'a time such as "08:00"', description })
const limit = (description: string) => orNull(count(description), `${description}; null = no limit`)

/** of a file or folder */
const path = Type.String({ minLength: 1, pattern: '\\S' })
const file = (description: string) => orNull(path, description)
const tls = (description: string) =>
  section(
    {
      cert_file: file('certificate in PEM, with those that lead to the root behind it; null = no TLS'),
      key_file: file('its private key in PEM, without a passphrase'),
      ca_file: file('certificates in PEM of those who sign client certificates; null = clients need none'),
      require_client_certificate: flag('with `ca_file`: a client without a certificate is cut; false = it may come without one'),
      min_version: oneOf(['1.2', '1.3'], 'oldest version of TLS that is spoken'),
    },
    description,
  )

const schedule = Type.Object(
  {
    days: Type.Array(oneOf(DAY_NAMES, 'day on which the session begins'), { minItems: 1 }),
    start: timeOfDay('local time'),
    end: timeOfDay('local time; at or before `start` it is on the next day'),
    time_zone: Type.String({ time_zone: true, description: 'IANA name, America/New_York' }),
    reset: oneOf(['daily', 'weekly'], 'when the sequence numbers start over'),
    holidays: Type.Array(Type.String({ date: true }), { description: 'dates without a session' }),
  },
  { additionalProperties: false },
)

/** What can be set for each FIX session; a session of the file that leaves one out gets `fix.session_defaults`. */
const sessionSettings = {
  throttle_per_s: limit('messages a second that a session may send (token bucket)'),
  cancel_on_disconnect: flag('cancel the open orders of a session whose connection is lost'),
  cancel_on_logout: flag('… also after a clean Logout'),
  cancel_gtc: flag('… its GTC orders too'),
  grace_ms: milliseconds('how long after the loss the orders are cancelled, unless the session is back'),
  clock_tolerance_s: Type.Integer({ minimum: 0, maximum: 86_400, description: 'how far SendingTime(52) may be off; 0 = unchecked' }),
  queue_replaces: flag('a replace or cancel may wait in line behind replaces of the session that are pending, instead of 9 with 102=3'),
  order_scope: oneOf(['session', 'account'], 'F, G, H, q and AF reach the orders that the session entered, or all of its accounts'),
  reset_on_logon: flag('every Logon starts both sequence numbers over, whatever its ResetSeqNumFlag(141) says'),
  validate_user_defined: flag('refuse tags above 5000 that the dictionary does not name'),
  schedule: orNull(schedule, '`days`, `start`, `end`, `time_zone`, `reset` and `holidays` (docs/connect.md); null = at any time'),
}

const session = Type.Object(
  {
    sender_comp_id: name("SenderCompID(49) of the client's messages"),
    kind: oneOf(['order-entry', 'drop-copy'], 'enters orders, or is told of every order of its accounts'),
    accounts: Type.Optional(
      Type.Union([Type.Literal('all'), Type.Array(name('name of an account of the first start'), { minItems: 1 })], {
        description: "accounts that it may trade or is told of: all of the partner's, or names of the first start",
      }),
    ),
    password: Type.Optional(
      orNull(
        Type.String({ pattern: FIX_PASSWORD, expected: '1 to 128 printable ASCII characters', secret: true }),
        'Password(554) that its Logon must carry; stored as a salted hash',
      ),
    ),
    client_certificate: Type.Optional(
      orNull(
        Type.String({
          pattern: CLIENT_CERTIFICATE,
          expected: '"cn:" and a common name of up to 64 ASCII characters, or "sha256:" and a fingerprint of 64 hexadecimal digits',
        }),
        'the client certificate that its connection must show: "cn:" and the common name, or "sha256:" and the fingerprint; null = where one is shown, its common name has to be the SenderCompID',
      ),
    ),
    enabled: Type.Optional(flag('may log on')),
    ...optional(sessionSettings),
  },
  { additionalProperties: false },
)

const bench = section(
  {
    sessions: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'order-entry sessions CLIENT1 …, each with one account of that name',
    }),
    further_accounts: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'accounts FURTHER1 … beside them, of no session; left out: none' }),
    ),
    symbols: Type.Integer({ minimum: 1, maximum: 99_999, description: 'symbols BENCH1 …, unquoted' }),
    previous_close: price('of every symbol, and the price of the positions, in dollars'),
    cash: money('of every account, in dollars'),
    shares_per_symbol: count('position of every account in every symbol', 0),
  },
  'accounts and sessions for benchmarks',
)

export const ConfigSchema = section(
  {
    data_dir: { ...path, description: 'folder of journal.db and everything else that is kept' },
    secrets_file: orNull(
      path,
      'file of the keys that journal.db alone does not give away, for its owner alone (mode 0600); null = secrets.json in data_dir',
    ),
    log_level: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'least severe log line that is written'),
    server: section(
      {
        host: address('address on which REST and FIX listen'),
        http_port: port('REST'),
        fix_port: port('FIX'),
        management_host: address('address on which /metrics is served, to whoever asks'),
        management_port: port('/metrics'),
        body_limit_bytes: count('largest JSON body of a request'),
        max_connections: limit('HTTP connections at a time'),
        tls: tls('TLS of the REST API'),
      },
      'where the gateway listens',
    ),
    market: section(
      {
        session: oneOf(
          ['always_open', 'us_equities'],
          'when orders trade: at any hour, or by the sessions of US equities (4:00, 9:30, 16:00, 20:00 New York)',
        ),
        quotes: oneOf(
          ['walk', 'still'],
          'quotes of the built-in securities walk by themselves, or stand where they are put; a quote that is set by hand stands in either case',
        ),
        seed: orNull(
          Type.String({ minLength: 1, maxLength: 256, secret: true }),
          "text from which the ids of the first partner's market derive: equal commands give equal ids; null = random. Whoever knows it can compute every id: choose another where that matters",
        ),
        liquidity: oneOf(['both', 'clients', 'quote'], 'whom orders meet: other clients and the quote, clients alone, or the quote alone'),
        clients_only: Type.Array(symbol, {
          description: 'symbols whose orders meet other clients alone, whatever `liquidity` says',
        }),
        quote_only: Type.Array(symbol, {
          description: 'symbols whose orders meet the quote alone, whatever `liquidity` says',
        }),
        stale_quote_ms: limit('age in ms beyond which a quote does not fill any more'),
        stop_trigger: oneOf(['either', 'print', 'quote'], 'what triggers stops: trades, quotes, or whichever comes first'),
        band_percent: orNull(
          percent('percent'),
          'a trade further than this from the price before the present five minutes does not happen: the symbol pauses; null = off',
        ),
        band_pause_s: Type.Integer({ minimum: 1, maximum: 86_400, description: 'how long such a pause lasts' }),
        latency: section(
          {
            new_ms: milliseconds('from a new order to its acknowledgement (150=A until then)'),
            new_jitter_ms: milliseconds('… up to so much more, drawn by the seed of the market'),
            replace_ms: milliseconds('from a replace to its answer (150=E, `pending_replace`)'),
            replace_jitter_ms: milliseconds('… up to so much more'),
            cancel_ms: milliseconds('from a cancel to its answer (150=6, `pending_cancel`)'),
            cancel_jitter_ms: milliseconds('… up to so much more'),
            fill_ms: milliseconds('from the acknowledgement of a new order until it reaches the book and can trade'),
            fill_jitter_ms: milliseconds('… up to so much more'),
          },
          "how long the venue takes, on the market's clock; 0 = it answers at once",
        ),
        unpriced: oneOf(
          ['wait', 'refuse'],
          'what a market order does that finds nothing to measure its collar from, or nothing on the other side: it waits, or is refused',
        ),
        enforce_hours: flag(
          'quotes are served over REST in regular hours alone (9:30 to 16:00 New York on trading days, to 13:00 on half days), else 409 MARKET_CLOSED',
        ),
      },
      'the simulated market',
    ),
    engine: section(
      {
        day_order_end: oneOf(['expire', 'done_for_day'], 'how day orders end with their day: 150=C, or 150=3'),
        self_match: oneOf(
          ['cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'reject', 'off'],
          'what happens when an account would trade with itself',
        ),
        max_order_quantity: orNull(quantity('shares'), 'largest quantity of an order, in shares; null = no limit'),
        max_order_notional: orNull(money('dollars'), 'largest value of an order, in dollars; null = no limit'),
        max_open_orders: limit('open orders of an account'),
        price_band_percent: orNull(percent('percent'), 'how far a limit price may be from the reference price; null = any distance'),
        market_collar_percent: percent('how far a market order may trade from the reference price of its entry'),
        market_collar_percent_under_50: percent('… where that price is under 50.00'),
        order_capacity: Type.Integer({
          minimum: 1024,
          maximum: 16_777_216,
          description:
            'live orders for which there is room from the start, which costs nothing until they come; beyond it each doubling holds orders up',
        }),
      },
      'rules of the order engine',
    ),
    kyc: section(
      {
        mode: oneOf(['suffix', 'manual'], 'accounts are reviewed by the end of their tax id, or wait for a decision'),
        delay_ms: milliseconds('until a review by suffix is decided, where it is not decided at once'),
      },
      'review of new accounts',
    ),
    ach: section(
      {
        mode: oneOf(
          ['instant', 'delayed', 'manual'],
          'how transfers of the sandbox settle: as they are made, after 1 to 3 business days of the market, or by hand over /v1/dev/sandbox/funding; those of live partners take their days',
        ),
        verification_delay_ms: milliseconds("until a live partner's bank link is decided; the sandbox decides at once"),
        min_transfer: money('smallest transfer, in dollars'),
        max_transfer: money('largest transfer, in dollars'),
      },
      'transfers',
    ),
    rate_limits: section(
      {
        enabled: flag('false switches all of this section off'),
        requests_per_minute: section(
          { sandbox: count('requests of a key of a sandbox partner'), live: count('… of a live one') },
          'requests of a credential',
        ),
        orders_per_minute: section(
          { sandbox: count('POST, PATCH and DELETE of orders of an account of a sandbox partner'), live: count('… of a live one') },
          'POST, PATCH and DELETE of orders of an account',
        ),
        refused_credentials_per_minute: count('refused credentials of an address before it has to wait'),
        sandbox_resets_per_minute: count('sandbox resets of a partner'),
        streams_per_partner: count('open event streams of a partner'),
      },
      'limits of the REST API',
    ),
    webhooks: section(
      {
        retry_scale: Type.Number({
          exclusiveMinimum: 0,
          maximum: 1000,
          description: 'multiplies the delays between the attempts of a delivery',
        }),
        allow_http: flag('receivers may be plain http'),
        allow_private_targets: orNull(
          flag('receivers'),
          'receivers may be on this machine or in a private network; null = those of sandbox partners',
        ),
        retention_events: count('events of a partner that a stream can go back, at least'),
        retention_hours: count('hours that a stream can go back, at least'),
        retention_bytes: limit('bytes of the journal that a stream can go back, at most, whatever the two above say'),
      },
      'webhooks and event streams',
    ),
    fix: section(
      {
        target_comp_id: name("our CompID: TargetCompID(56) of the clients' messages"),
        allow_open_sessions: flag('allow sessions without password and client certificate where `server.host` is not a loopback address'),
        logon_timeout_ms: Type.Integer({ minimum: 1, maximum: 600_000, description: 'Logon must have come by then' }),
        failed_logons_per_minute: limit('failed logons of one address and CompID before it is cut for a minute'),
        max_unauthenticated: limit('connections without a Logon at a time'),
        max_connections: limit('connections at a time'),
        max_message_bytes: Type.Integer({ minimum: 1024, maximum: 16_777_216, description: 'largest BodyLength(9)' }),
        outbound_limit_bytes: Type.Integer({
          minimum: 65_536,
          maximum: 1_073_741_824,
          description: 'what may wait for a slow reader before it is cut',
        }),
        outbound_limit_ms: milliseconds('how long a slow reader may take for the next 512 KiB before it is cut'),
        session_defaults: section(sessionSettings, 'settings of sessions that do not set their own, those that operators create included'),
        tls: tls('TLS of FIX'),
        sessions: Type.Array(session, {
          description:
            'sessions that the first start creates: `sender_comp_id`, `kind` ("order-entry" or "drop-copy") and, where wanted, `password`, `client_certificate`, `accounts` (names of those of the fixture: approved, rejected, manual-review; left out: all), `enabled` and settings of `session_defaults`; later ones come by POST /v1/admin/fix/sessions',
        }),
      },
      'the FIX gateway',
    ),
    journal: section(
      {
        snapshot_every_events: count('events between two snapshots of the state'),
        max_projector_lag_events: count('events that the read model may be behind before new orders are slowed'),
        max_pending_events: count('events that may wait for their commit before sockets are paused'),
        stay_awake_us: Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description:
            'where there are more than two processors, how long behind each commit the order thread looks for more before it sleeps, in µs of a processor, and the journal thread for up to 100 of it; 0 = they sleep at once, as they do on two',
        }),
      },
      'storage',
    ),
    retention: section(
      {
        hot_events: limit('events that journal.db keeps: older ones are moved into files of the folder archive'),
        hot_days: limit('days that journal.db keeps, on the real clock'),
        archive_events: Type.Integer({ minimum: 100, maximum: 100_000_000, description: 'events of an archive, about' }),
      },
      'what journal.db keeps; everything older stays readable in archives',
    ),
    first_start: section(
      {
        partner: Type.String({ minLength: 1, maxLength: 64, description: 'name of the first partner' }),
        environment: oneOf(
          ['sandbox', 'live'],
          'of the first partner; in live no credentials file is written: start once, stop, and run `npm run credentials -- operator` and `-- partner`',
        ),
        instruments: orNull(path, 'file of the securities and their first quotes; null = none'),
        fixture: oneOf(
          ['minimal', 'none'],
          'accounts of the sandbox: one approved with 10,000 dollars, one rejected, one in manual review; has to be none in live',
        ),
        bench: orNull(bench, 'accounts, sessions and symbols for benchmarks; null = none'),
      },
      'what an empty data directory is filled with; changes nothing later',
    ),
  },
  'Fillgate configuration',
)

/** The file as it is written: every setting present (the defaults lie under it), sessions with their own settings optional. */
export type ConfigFile = Static<typeof ConfigSchema>

type Optional<P extends Record<string, TSchema>> = { [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>> }

function optional<P extends Record<string, TSchema>>(properties: P): Optional<P> {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)])) as Optional<P>
}
