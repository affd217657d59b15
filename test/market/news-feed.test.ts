import { describe, expect, test } from 'vitest'
import { dayNumber, type TradeDate } from '../../src/domain/time/trade-date.ts'
import { declaredAt } from '../../src/market/cash-dividends.ts'
import { latestNews, type Subject } from '../../src/market/news-feed.ts'

const templates = {
  company: [
    { headline: '{name} grows', summary: 'Sample data: {industry} does.' },
    { headline: '{name} shrinks', summary: null },
    { headline: '{industry} stands', summary: null },
  ],
  any: [{ headline: '{name} trades', summary: null }],
}
const company: Subject = { symbol: 'ABC', name: 'ABC Inc.', industry: 'Software', dividends: [], actions: [] }
const NOW = Date.parse('2026-11-20T15:00:00Z')
const exDay = dayNumber('2026-12-11' as TradeDate)
const dividend = { exDay, recordDay: exDay, payDay: exDay + 20, amountTicks: 5_250, frequency: 'quarterly' } as const

describe('news', () => {
  test('go through all templates before one comes again, filled in', () => {
    const items = latestNews(templates, company, { count: 8, now: NOW, since: 0 })
    const headlines = items.map(({ headline }) => headline)
    expect(items.find(({ headline }) => headline === 'ABC Inc. grows')?.summary).toBe('Sample data: Software does.')
    expect(headlines.slice(0, 4).toSorted()).toEqual(['ABC Inc. grows', 'ABC Inc. shrinks', 'ABC Inc. trades', 'Software stands'])
    expect(headlines.slice(4)).toEqual(headlines.slice(0, 4))
  })

  test('have the name as it is', () => {
    const name = "{industry} $& $$ $' Inc."
    const items = latestNews({ company: [], any: templates.any }, { ...company, name }, { count: 1, now: NOW, since: 0 })
    expect(items.map(({ headline }) => headline)).toEqual([`${name} trades`])
  })

  test('of a fund are of the general kind', () => {
    const items = latestNews(templates, { ...company, industry: null }, { count: 3, now: NOW, since: 0 })
    expect(items.map(({ headline }) => headline)).toEqual(['ABC Inc. trades', 'ABC Inc. trades', 'ABC Inc. trades'])
  })

  test('are never from the future, nor older than the beginning', () => {
    const since = NOW - 30 * 86_400_000
    const items = latestNews(templates, company, { count: 500, now: NOW, since })
    expect(items.length).toBeGreaterThan(10)
    expect(items.every(({ publishedAt }) => publishedAt <= NOW && publishedAt >= since)).toBe(true)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  test('tell of a dividend three weeks before its ex-date, at 16:30 in New York', () => {
    const payer = { ...company, dividends: [dividend] }
    expect(latestNews(templates, payer, { count: 1, now: declaredAt(exDay), since: 0 })).toEqual([
      {
        id: 'dividend-ABC-2026-12-11',
        type: 'corporate_action',
        headline: 'ABC Inc. declares a quarterly dividend of $0.525 a share',
        summary: null,
        source: 'Sample data',
        publishedAt: Date.parse('2026-11-20T21:30:00Z'),
      },
    ])
    expect(latestNews(templates, payer, { count: 1, now: declaredAt(exDay) - 1, since: 0 })[0]!.type).toBe('news')
  })

  test('tell of what was announced in the market from that moment on', () => {
    const announced = { instrument: 0, exDay, announcedAt: NOW, status: 'announced' } as const
    const actions = [
      { ...announced, number: 1, type: 'cash_dividend', amountTicks: 12_500, payDay: exDay + 20 },
      { ...announced, number: 2, type: 'split', numerator: 3, denominator: 2 },
    ] as const
    const items = latestNews(templates, { ...company, actions }, { count: 2, now: NOW, since: 0 })
    expect(items.map(({ id, type, headline, publishedAt }) => [id, type, headline, publishedAt])).toEqual([
      ['announcement-ABC-1', 'corporate_action', 'ABC Inc. declares a dividend of $1.25 a share', NOW],
      ['announcement-ABC-2', 'corporate_action', 'ABC Inc. announces a split of its shares, 3 for 2', NOW],
    ])
    expect(latestNews(templates, { ...company, actions }, { count: 1, now: NOW - 1, since: 0 })[0]!.type).toBe('news')
  })
})
