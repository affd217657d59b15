import { randomBytes } from 'node:crypto'
import { benchAccounts } from './config/first-accounts.ts'
import { sessionBehaviour } from './config/session-settings.ts'
import type { Config, FixSessionConfig } from './config.ts'
import { FIRST_ACCOUNT_NUMBER } from './domain/accounts/account.ts'
import { parseMoney, parsePrice } from './domain/amounts/amounts.ts'
import type { Command } from './domain/command.ts'
import type { GrantHoldings } from './domain/commands/account-command.ts'
import { hashPassword } from './fix/connection/password-hash.ts'
import type { SessionSettings } from './fix/session/session-settings.ts'
import { type Application, applicationOf } from './genesis/applications.ts'
import { minimalApplications, minimalFunding } from './genesis/minimal-fixture.ts'
import { standingQuotes } from './genesis/standing-quotes.ts'
import { toProfile, toTradingConfigurations } from './http/resources/accounts/account-profile.ts'
import { type KycOutcome, review } from './http/resources/accounts/kyc-simulator.ts'
import { uuid5 } from './storage/uuid5.ts'

/** The first partner is the same everywhere, so that the ids of its fixtures are known beforehand (docs/api-contract.md section 13). */
export const FIRST_PARTNER_ID = '6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a001'

/** Numbers that an empty engine gives: the first partner, its market, and accounts in the order in which they are opened. */
export const FIRST_PARTNER = 0
const FIRST_MARKET = 0
const FIRST_ACH = 1
/** 0 is REST */
const FIRST_SESSION = 1

/** An account of the first start. Everything about it is known before it is opened. */
export interface FirstAccount {
  /** by which `fix.sessions` names it */
  readonly name: string
  readonly index: number
  readonly id: string
  readonly accountNumber: string
  readonly userId: string
  readonly review: KycOutcome
  readonly application: Application
}

/** What a first start needs beside the configuration. */
export interface GenesisParts {
  /** 32 bytes: encrypts the tax ids of the accounts */
  readonly taxIdKey: Uint8Array
  /** for a market without a configured seed */
  readonly randomSeed?: () => string
}

/** The commands of a first start, to be run in order by an empty engine: partner, securities, quotes, accounts, money. */
export function genesisCommands(config: Config, { taxIdKey, randomSeed = newSeed }: GenesisParts): readonly Command[] {
  const { partner, environment, listings, fixture } = config.first_start
  const accounts = firstAccounts(config)
  return [
    { type: 'CreatePartner', id: FIRST_PARTNER_ID, name: partner, environment, seed: config.market.seed ?? randomSeed() },
    ...listings.map(({ instrument }): Command => ({ type: 'ListInstrument', instrument })),
    ...standingQuotes(config).map(({ symbol, quote }): Command => ({ type: 'MoveQuote', market: FIRST_MARKET, symbol, quote })),
    ...accounts.map((account) => openingOf(account, taxIdKey)),
    ...(fixture === 'minimal' ? minimalFunding({ account: 0, ach: FIRST_ACH }) : []),
    ...holdings(config, accounts),
  ]
}

/** The accounts that `genesisCommands` opens, in their order. */
export function firstAccounts({ first_start: { fixture, bench } }: Config): readonly FirstAccount[] {
  const applications = [...(fixture === 'minimal' ? minimalApplications : []), ...benchAccounts(bench).map(benchApplication)]
  return applications.map(([name, application], index) => ({
    name,
    index,
    id: uuid5(FIRST_PARTNER_ID, `account/${name}`),
    userId: uuid5(FIRST_PARTNER_ID, `user/${name}`),
    accountNumber: String(FIRST_ACCOUNT_NUMBER + index),
    review: review(application.identity.tax_id, { mode: 'suffix', delayMs: 0 }),
    application,
  }))
}

/** The FIX sessions that an empty store gets, numbered in the order of the configuration. `now` is epoch ms. */
export async function firstSessions(config: Config, now: number): Promise<readonly SessionSettings[]> {
  const numbers = new Map(firstAccounts(config).map(({ name, accountNumber }) => [name, accountNumber]))
  const settingsOf = async (session: FixSessionConfig, index: number): Promise<SessionSettings> => ({
    index: FIRST_SESSION + index,
    id: uuid5(FIRST_PARTNER_ID, `fix-session/${session.sender_comp_id}`),
    senderCompId: session.sender_comp_id,
    targetCompId: config.fix.target_comp_id,
    kind: session.kind,
    partner: FIRST_PARTNER,
    accountNumbers: session.accounts === 'all' ? [] : session.accounts.map((name) => numbers.get(name)!),
    enabled: session.enabled,
    passwordHash: session.password === null ? null : await hashPassword(session.password),
    clientCertificate: session.client_certificate,
    ...sessionBehaviour(session),
    createdAt: now,
  })
  return Promise.all(config.fix.sessions.map(settingsOf))
}

const newSeed = (): string => randomBytes(32).toString('hex')

function openingOf({ id, userId, accountNumber, review, application }: FirstAccount, taxIdKey: Uint8Array): Command {
  return {
    type: 'OpenAccount',
    partner: FIRST_PARTNER,
    id,
    userId,
    accountNumber,
    ...review,
    tradingConfigurations: toTradingConfigurations(application),
    profile: JSON.stringify(toProfile(application, taxIdKey)),
  }
}

function benchApplication(name: string): readonly [string, Application] {
  return [name, applicationOf({ givenName: name, familyName: 'Bench', taxId: '900000001' })]
}

function holdings({ first_start: { bench } }: Config, accounts: readonly FirstAccount[]): readonly Command[] {
  if (bench === null) return []
  const ofBench = new Set(benchAccounts(bench))
  const cashCents = parseMoney(bench.cash) as number
  const priceTicks = parsePrice(bench.previous_close) as number
  const positions: GrantHoldings['positions'] =
    bench.shares_per_symbol === 0
      ? []
      : Array.from({ length: bench.symbols }, (_, index) => ({ symbol: `BENCH${index + 1}`, shares: bench.shares_per_symbol, priceTicks }))
  return accounts
    .filter(({ name }) => ofBench.has(name))
    .map(({ index }): Command => ({ type: 'GrantHoldings', account: index, cashCents, positions }))
}
