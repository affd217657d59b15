import { formatDecimal } from '../domain/amounts/amounts.ts'
import type { CorporateAction } from '../domain/market/corporate-action.ts'
import { HOUR_MS } from '../domain/time/durations.ts'
import { tradeDate } from '../domain/time/trade-date.ts'
import { type CashDividend, declaredAt } from './cash-dividends.ts'
import type { MarketDataFile } from './market-data-file.ts'
import { stableHash } from './stable-hash.ts'

/** A sample headline about a security. */
export interface NewsItem {
  readonly id: string
  readonly type: 'news' | 'corporate_action'
  readonly headline: string
  readonly summary: string | null
  readonly source: string
  /** epoch ms */
  readonly publishedAt: number
}

/** What the headlines are about. */
export interface Subject {
  readonly symbol: string
  readonly name: string
  /** null for a fund */
  readonly industry: string | null
  /** bundled, oldest first, declared by now and before */
  readonly dividends: readonly CashDividend[]
  /** announced in the market */
  readonly actions: readonly CorporateAction[]
}

/** one story somewhere in each of these */
const SLOT_MS = 60 * HOUR_MS
/** has no divisor in common with the numbers of templates, so that each comes once before any comes again */
const STRIDE = 5
const SOURCE = 'Sample data'

/** The latest `count` items of a subject at a moment (epoch ms), newest first; none is older than `since`. */
export function latestNews(
  templates: MarketDataFile['news'],
  subject: Subject,
  { count, now, since }: { readonly count: number; readonly now: number; readonly since: number },
): readonly NewsItem[] {
  const declared = subject.dividends.map((dividend) => dividendItem(subject, dividend))
  const announced = subject.actions.map((action) => announcementItem(subject, action))
  const items = [...declared, ...announced].filter((item) => item.publishedAt <= now)
  const first = Math.ceil(since / SLOT_MS)
  let stories = 0
  for (let slot = Math.floor(now / SLOT_MS); slot >= first && stories < count; slot--) {
    const story = storyOf(templates, subject, slot)
    if (story.publishedAt > now) continue
    items.push(story)
    stories++
  }
  return items.sort((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1)).slice(0, count)
}

function storyOf(templates: MarketDataFile['news'], { symbol, name, industry }: Subject, slot: number): NewsItem {
  const draw = stableHash(symbol, slot)
  const choice = industry === null ? templates.any : [...templates.company, ...templates.any]
  const { headline, summary } = choice[(slot * STRIDE + stableHash(symbol, 0)) % choice.length]!
  // in one go, and not as text: a name may have {industry} or $& in it
  const filled = (text: string): string => text.replace(/\{(name|industry)\}/g, (_, of) => (of === 'name' ? name : (industry ?? '')))
  return {
    id: `news-${symbol}-${slot}`,
    type: 'news',
    headline: filled(headline),
    summary: summary === null ? null : filled(summary),
    source: SOURCE,
    publishedAt: slot * SLOT_MS + ((draw >>> 8) % (SLOT_MS / 1_000)) * 1_000,
  }
}

function dividendItem({ symbol, name }: Subject, { exDay, amountTicks, frequency }: CashDividend): NewsItem {
  return {
    id: `dividend-${symbol}-${tradeDate(exDay)}`,
    type: 'corporate_action',
    headline: `${name} declares ${frequency === 'annual' ? 'an annual' : `a ${frequency}`} dividend of ${amount(amountTicks)} a share`,
    summary: null,
    source: SOURCE,
    publishedAt: declaredAt(exDay),
  }
}

function announcementItem({ symbol, name }: Subject, action: CorporateAction): NewsItem {
  return {
    // of one ex-date there may be several
    id: `announcement-${symbol}-${action.number}`,
    type: 'corporate_action',
    headline:
      action.type === 'split'
        ? `${name} announces a split of its shares, ${action.numerator} for ${action.denominator}`
        : `${name} declares a dividend of ${amount(action.amountTicks)} a share`,
    summary: null,
    source: SOURCE,
    publishedAt: action.announcedAt,
  }
}

const amount = (ticks: number): string => `$${formatDecimal(ticks, 4, 2)}`
