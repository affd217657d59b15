import { cusipCheckDigit, isinCheckDigit } from '../../src/domain/identifiers/security-identifier.ts'
import type { MarketDataFile } from '../../src/market/market-data-file.ts'
import { type Company, companies } from './companies.ts'
import { GICS } from './gics.ts'
import { NEWS } from './news.ts'
import { orNull, readTable } from './table.ts'

/** First of the issuer numbers that we use, out of the range for private use. */
const FIRST_ISSUER = 990_100
const ISSUE = '10'

interface Row {
  readonly place: number
  readonly symbol: string
  readonly name: string
  readonly exchange: string
  readonly classification: string
  readonly quote: readonly [bid: string, ask: string, size: string]
  readonly previousClose: string
  readonly walk: readonly [step: string, spread: string, size: string]
  readonly volume: number
  readonly shares: number
  readonly options: string | null
  readonly dividend: string | null
  readonly logo: string | null
  readonly website: string
  readonly about: string
}

const rows = readSecurities()

/** What `config/instruments.json` has: what the engine lists at the first start. */
export function instruments() {
  return rows.map((row) => ({
    symbol: row.symbol,
    name: row.name,
    exchange: row.exchange,
    asset_class: isFund(row) ? 'etf' : 'equity',
    asset_type: isFund(row) ? 'etf' : 'equity',
    tradable: true,
    fractionable: !row.symbol.startsWith('BRK.'),
    previous_close: row.previousClose,
    quote: { bid: row.quote[0], ask: row.quote[1], bid_size: row.quote[2], ask_size: row.quote[2] },
    walk: { base: row.quote[0], bps_per_step: row.walk[0], spread: row.walk[1], size: row.walk[2] },
  }))
}

/** Everything else that is told about the securities. */
export function marketData(): MarketDataFile {
  const statements = new Map(companies().map((company) => [company.symbol, company]))
  return {
    sectors: Object.entries(GICS).map(([sector, industries]) => ({ sector, industries: [...industries] })),
    news: {
      company: NEWS.company.map(([headline, summary]) => ({ headline, summary })),
      any: NEWS.any.map(([headline, summary]) => ({ headline, summary })),
    },
    securities: rows.map((row) => securityOf(row, statements.get(row.symbol))),
  }
}

function securityOf(row: Row, company: Company | undefined): MarketDataFile['securities'][number] {
  if (isFund(row) !== (company === undefined)) throw new Error(`${row.symbol}: a company has statements, and a fund has none`)
  const cusip = cusipOf(row.place)
  const isin = `US${cusip}`
  return {
    symbol: row.symbol,
    cusip,
    isin: `${isin}${isinCheckDigit(isin)}`,
    ...classified(row),
    about: `${row.about} Figures and people are sample data.`,
    country: 'US',
    website: row.website,
    ceo: company === undefined ? null : chiefExecutive(row.place),
    employees: company?.employees ?? null,
    shares_outstanding: Math.round(row.shares * 1_000_000),
    average_volume: row.volume * 1_000,
    options: row.options as 'weekly' | 'monthly' | null,
    dividend: row.dividend === null ? null : dividendOf(row.dividend),
    logo: row.logo,
    statements: company?.statements ?? null,
  }
}

function cusipOf(place: number): string {
  const eight = `${FIRST_ISSUER + place}${ISSUE}`
  return `${eight}${cusipCheckDigit(eight)}`
}

/** The industry of a company, the sector of a fund that has one. */
function classified({ symbol, classification }: Row): { readonly sector: string | null; readonly industry: string | null } {
  if (classification === 'etf') return { sector: null, industry: null }
  if (classification.startsWith('etf ')) return { sector: classification.slice('etf '.length), industry: null }
  const sector = Object.entries(GICS).find(([, industries]) => industries.includes(classification))?.[0]
  if (sector === undefined) throw new Error(`${symbol}: ${classification} is no industry of the standard`)
  return { sector, industry: classification }
}

const isFund = ({ classification }: Row): boolean => classification.startsWith('etf')

const FIRST_NAMES = ['Alex', 'Robin', 'Sam', 'Jamie', 'Casey', 'Morgan', 'Taylor', 'Jordan', 'Quinn', 'Avery', 'Riley']

function chiefExecutive(place: number): string {
  return `${FIRST_NAMES[place % FIRST_NAMES.length]!} Sample (sample data)`
}

/** `quarterly:2:9:0.2600:0.0100:4` */
function dividendOf(cell: string): NonNullable<MarketDataFile['securities'][number]['dividend']> {
  const [frequency, firstMonth, day, amount, raise, payAfterDays] = cell.split(':')
  return {
    frequency: frequency as 'quarterly' | 'annual' | 'monthly',
    first_month: Number(firstMonth),
    day: Number(day),
    amount: amount!,
    raise: raise!,
    pay_after_days: Number(payAfterDays),
  }
}

function readSecurities(): readonly Row[] {
  let place = 0
  return readTable(new URL('securities.txt', import.meta.url), 14, (cells) => ({
    place: place++,
    symbol: cells[0]!,
    name: cells[1]!,
    exchange: cells[2]!,
    classification: cells[3]!,
    quote: cells[4]!.split('/') as [string, string, string],
    previousClose: cells[5]!,
    walk: cells[6]!.split('/') as [string, string, string],
    volume: Number(cells[7]),
    shares: Number(cells[8]),
    options: orNull(cells[9]!),
    dividend: orNull(cells[10]!),
    logo: orNull(cells[11]!),
    website: cells[12]!,
    about: cells[13]!,
  }))
}
