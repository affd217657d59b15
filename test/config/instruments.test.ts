import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SYMBOL_FORMAT } from '../../src/domain/market/instrument.ts'

interface Row {
  readonly symbol: string
  readonly name: string
  readonly exchange: string
  readonly asset_class: string
  readonly asset_type: string
  readonly tradable: boolean
  readonly fractionable: boolean
  readonly previous_close: string
  readonly quote: { readonly bid: string; readonly ask: string; readonly bid_size: string; readonly ask_size: string }
  readonly walk: { readonly base: string; readonly bps_per_step: string; readonly spread: string; readonly size: string }
}

const rows = JSON.parse(readFileSync(new URL('../../config/instruments.json', import.meta.url), 'utf8')) as Row[]

describe('config/instruments.json', () => {
  test('has AAPL at 199.95 x 1000 and 200.05 x 1000', () => {
    expect(rows.find(({ symbol }) => symbol === 'AAPL')).toEqual({
      symbol: 'AAPL',
      name: 'Apple Inc.',
      exchange: 'NASDAQ',
      asset_class: 'equity',
      asset_type: 'equity',
      tradable: true,
      fractionable: true,
      previous_close: '198.50',
      quote: { bid: '199.95', ask: '200.05', bid_size: '1000', ask_size: '1000' },
      walk: { base: '199.95', bps_per_step: '0.50', spread: '0.03', size: '1200' },
    })
  })

  test('has 62 different symbols, in the order in which they get their numbers', () => {
    const symbols = rows.map(({ symbol }) => symbol)
    expect(symbols.slice(0, 10)).toEqual(['AAPL', 'MSFT', 'AMZN', 'NVDA', 'TSLA', 'BRK.B', 'F', 'SPY', 'QQQ', 'SCHD'])
    expect([symbols.length, new Set(symbols).size]).toEqual([62, 62])
  })

  test('has instruments that differ: funds, one without fractions, some below the 50 dollars of the collar', () => {
    expect({
      etf: rows.filter((row) => row.asset_class === 'etf').map(({ symbol }) => symbol),
      whole: rows.filter((row) => !row.fractionable).map(({ symbol }) => symbol),
      below50: rows.filter((row) => Number(row.quote.ask) < 50).map(({ symbol }) => symbol),
    }).toEqual({
      etf: ['SPY', 'QQQ', 'SCHD', 'IWM', 'VTI', 'AGG', 'GLD', 'XLK', 'XLF'],
      whole: ['BRK.B', 'BRK.A'],
      below50: ['F', 'SCHD', 'INTC', 'T', 'PFE', 'BAC', 'SLB', 'FCX'],
    })
  })

  test.each(rows)('$symbol has valid members and a quote that is not crossed', (row) => {
    const price = expect.stringMatching(/^[1-9]\d*\.\d\d$/)
    const size = expect.stringMatching(/^[1-9]\d*$/)
    expect(row).toEqual({
      symbol: expect.stringMatching(SYMBOL_FORMAT),
      name: expect.stringMatching(/\S/),
      exchange: expect.stringMatching(/^(NASDAQ|NYSE|NYSE ARCA)$/),
      asset_class: expect.stringMatching(/^(equity|etf)$/),
      asset_type: row.asset_class,
      tradable: true,
      fractionable: expect.any(Boolean),
      previous_close: price,
      quote: { bid: price, ask: price, bid_size: size, ask_size: size },
      walk: {
        base: row.quote.bid,
        bps_per_step: expect.stringMatching(/^(0|1)\.\d\d$/),
        spread: expect.stringMatching(/^\d+\.\d\d$/),
        size,
      },
    })
    expect(Number(row.quote.bid)).toBeLessThan(Number(row.quote.ask))
  })
})
