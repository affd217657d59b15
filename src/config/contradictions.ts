import { parseMoney, parsePrice, CENTS_PER_DOLLAR, TICKS_PER_CENT } from '../domain/amounts/amounts.ts'
import type { Violation } from './check.ts'
import { benchAccounts, clientNames, MINIMAL_ACCOUNTS, MINIMAL_DEPOSIT } from './first-accounts.ts'
import type { ConfigFile } from './schema.ts'

/** The first setting that fits its own rule but not another setting. */
export function contradictionIn(settings: ConfigFile): Violation | undefined {
  return (
    sharedPort(settings) ??
    halfTls(settings) ??
    unaskedCertificate(settings) ??
    twofoldLiquidity(settings) ??
    emptyTransferRange(settings) ??
    fixtureDeposit(settings) ??
    repeatedSession(settings) ??
    unknownAccount(settings) ??
    liveFixture(settings) ??
    hugeBench(settings)
  )
}

function sharedPort({ server }: ConfigFile): Violation | undefined {
  const keys = ['http_port', 'fix_port', 'management_port'] as const
  for (const [index, key] of keys.entries()) {
    const other = keys.slice(0, index).find((earlier) => server[earlier] === server[key])
    if (other && server[key] !== 0) {
      return { path: ['server', key], problem: `must differ from server.${other}, not ${server[key]} like it`, against: ['server', other] }
    }
  }
  return undefined
}

/** A certificate without its key, or the other way round; client certificates without TLS. */
function halfTls(settings: ConfigFile): Violation | undefined {
  for (const door of ['server', 'fix'] as const) {
    const { cert_file, key_file, ca_file } = settings[door].tls
    const missing = cert_file === null ? 'cert_file' : 'key_file'
    const given = cert_file !== null ? 'cert_file' : key_file !== null ? 'key_file' : 'ca_file'
    if ((cert_file === null) === (key_file === null) && (ca_file === null || cert_file !== null)) continue
    return {
      path: [door, 'tls', missing],
      problem: `must name a file where ${door}.tls.${given} does, not null`,
      against: [door, 'tls', given],
    }
  }
  return undefined
}

function unaskedCertificate({ fix: { sessions, tls } }: ConfigFile): Violation | undefined {
  const index = sessions.findIndex(({ client_certificate }) => typeof client_certificate === 'string')
  if (index < 0 || tls.ca_file !== null) return undefined
  return {
    path: ['fix', 'tls', 'ca_file'],
    problem: `must name a file where fix.sessions.${index}.client_certificate is set, not null`,
    against: ['fix', 'sessions'],
  }
}

function twofoldLiquidity({ market: { clients_only, quote_only } }: ConfigFile): Violation | undefined {
  const index = quote_only.findIndex((symbol) => clients_only.includes(symbol))
  if (index < 0) return undefined
  return {
    path: ['market', 'quote_only', String(index)],
    problem: `must be a symbol that market.clients_only does not have, not ${JSON.stringify(quote_only[index])}`,
  }
}

function emptyTransferRange({ ach }: ConfigFile): Violation | undefined {
  if ((parseMoney(ach.min_transfer) as number) <= (parseMoney(ach.max_transfer) as number)) return undefined
  return {
    path: ['ach', 'max_transfer'],
    problem: `must be at least ach.min_transfer ("${ach.min_transfer}"), not "${ach.max_transfer}"`,
    against: ['ach', 'min_transfer'],
  }
}

function fixtureDeposit({ ach, first_start: { fixture } }: ConfigFile): Violation | undefined {
  if (fixture === 'none') return undefined
  const [least, most, amount] = [ach.min_transfer, ach.max_transfer, MINIMAL_DEPOSIT].map((text) => parseMoney(text) as number) as [
    number,
    number,
    number,
  ]
  const key = least > amount ? 'min_transfer' : most < amount ? 'max_transfer' : undefined
  if (key === undefined) return undefined
  return {
    path: ['ach', key],
    problem: `must allow the ${MINIMAL_DEPOSIT} that first_start.fixture "${fixture}" deposits, not ${JSON.stringify(ach[key])}`,
    against: ['first_start', 'fixture'],
  }
}

function repeatedSession({ fix, first_start }: ConfigFile): Violation | undefined {
  const names = fix.sessions.map((session) => session.sender_comp_id)
  const clients = clientNames(first_start.bench)
  const index = names.findIndex((name, at) => clients.includes(name) || names.indexOf(name) < at)
  if (index < 0) return undefined
  return {
    path: ['fix', 'sessions', String(index), 'sender_comp_id'],
    problem: `must differ from those of other sessions, not ${JSON.stringify(names[index])} again`,
  }
}

function unknownAccount({ fix, first_start }: ConfigFile): Violation | undefined {
  const known: readonly string[] = [...(first_start.fixture === 'minimal' ? MINIMAL_ACCOUNTS : []), ...benchAccounts(first_start.bench)]
  for (const [index, { accounts = 'all' }] of fix.sessions.entries()) {
    const unknown = accounts === 'all' ? undefined : accounts.find((name) => !known.includes(name))
    if (unknown === undefined) continue
    const expected = known.length === 0 ? 'no account is opened' : known.length > 8 ? `${known.slice(0, 8).join(', ')} …` : known.join(', ')
    return {
      path: ['fix', 'sessions', String(index), 'accounts'],
      problem: `must name accounts of the first start (${expected}), not ${JSON.stringify(unknown)}`,
    }
  }
  return undefined
}

function liveFixture({ first_start: { environment, fixture } }: ConfigFile): Violation | undefined {
  if (environment === 'sandbox' || fixture === 'none') return undefined
  return {
    path: ['first_start', 'fixture'],
    problem: `must be "none" where first_start.environment is "live", not "${fixture}"`,
    against: ['first_start', 'environment'],
  }
}

/** An account's worth must stay an exact number of cents. */
function hugeBench({ first_start: { bench } }: ConfigFile): Violation | undefined {
  if (bench === null) return undefined
  const positionCents = (bench.shares_per_symbol * bench.symbols * (parsePrice(bench.previous_close) as number)) / TICKS_PER_CENT
  if (positionCents + (parseMoney(bench.cash) as number) <= Number.MAX_SAFE_INTEGER) return undefined
  const limit = Math.floor(Number.MAX_SAFE_INTEGER / CENTS_PER_DOLLAR)
  return {
    path: ['first_start', 'bench', 'shares_per_symbol'],
    problem: `must leave an account worth at most ${limit} dollars, not ${bench.shares_per_symbol} shares of ${bench.symbols} symbols`,
  }
}
