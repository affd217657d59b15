import type { Config } from '../config.ts'
import type { FixtureAccount } from '../domain/accounts/fixture.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { untouchedWalk, walkKey, walkPrice } from '../domain/market/price-walk.ts'
import type { EngineView, PartnerView } from '../domain/view.ts'
import { FIRST_PARTNER_ID } from '../genesis.ts'
import { toProfile, toTradingConfigurations } from '../http/resources/accounts/account-profile.ts'
import { review } from '../http/resources/accounts/kyc-simulator.ts'
import type { FixtureName, SandboxFixture } from '../http/resources/sandbox/reset/fixture.ts'
import { uuid5 } from '../storage/uuid5.ts'
import { fullHoldings, FULL_ACCOUNT } from './full-fixture.ts'
import { APPROVED, MINIMAL_BANK, MINIMAL_FUNDING, minimalApplications } from './minimal-fixture.ts'
import { sampleDocuments } from './sample-documents.ts'
import { standingQuotes } from './standing-quotes.ts'

export interface SandboxFixtureParts {
  readonly config: Config
  readonly view: Pick<EngineView, 'instruments' | 'markets' | 'marketTime'>
  /** epoch ms of the real clock */
  readonly now: () => number
  /** 32 bytes: encrypts the tax ids of the accounts */
  readonly taxIdKey: Uint8Array
}

/** What a reset gives a partner to begin with. Every id is the UUIDv5 of the partner's and a name (docs/api-contract.md section 13). */
export function sandboxFixture(
  { config, view, now, taxIdKey }: SandboxFixtureParts,
  partner: PartnerView,
  name: FixtureName,
): SandboxFixture {
  const idOf = (text: string): string => uuid5(partner.id, text)
  // behind a reset the walks are as at first, and a clock that stood runs, no longer behind the real one
  const priceOf = ({ symbol, walk, previousCloseTicks }: Instrument): number => {
    if (walk === null || config.market.quotes !== 'walk') return previousCloseTicks
    const { seed } = view.markets[partner.market]!
    const real = now()
    return walkPrice(untouchedWalk(walkKey(seed, symbol), walk), Math.max(view.marketTime(partner.market, real), real))
  }
  const accounts = minimalApplications.map(([key, application]): FixtureAccount => {
    const common: FixtureAccount = {
      opening: {
        id: idOf(`account/${key}`),
        userId: idOf(`user/${key}`),
        ...review(application.identity.tax_id, { mode: 'suffix', delayMs: 0 }),
        tradingConfigurations: toTradingConfigurations(application),
        profile: JSON.stringify(toProfile(application, taxIdKey)),
      },
      banks: [],
      deposits: [],
      positions: [],
      orders: [],
    }
    if (key !== APPROVED) return common
    const funded: FixtureAccount = {
      ...common,
      banks: [{ id: idOf(`ach/${key}`), ...MINIMAL_BANK }],
      deposits: [{ id: idOf(`deposit/${key}`), ...MINIMAL_FUNDING }],
    }
    if (name !== 'full') return funded
    return { ...funded, ...fullHoldings(funded, { view, priceOf, bandPercent: config.engine.price_band_percent, idOf }) }
  })
  return {
    accounts,
    quotes: partner.id === FIRST_PARTNER_ID ? standingQuotes(config) : [],
    webhook: { id: idOf('webhook/sample'), url: 'https://receiver.invalid/webhooks', isThere: name === 'full' },
    documents:
      name === 'full' ? sampleDocuments.map((sample) => ({ ...sample, id: idOf(`document/${sample.type}`), account: FULL_ACCOUNT })) : [],
  }
}
