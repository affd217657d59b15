import type { MarketDataFile } from '../../src/market/market-data-file.ts'
import { basisPoints, readTable } from './table.ts'

/** A company of `companies.txt`. */
export interface Company {
  readonly symbol: string
  readonly employees: number
  readonly statements: NonNullable<MarketDataFile['securities'][number]['statements']>
}

export function companies(): readonly Company[] {
  return readTable(new URL('companies.txt', import.meta.url), 14, (cells) => ({
    symbol: cells[0]!,
    employees: Number(cells[13]),
    statements: {
      year_end_month: Number(cells[1]),
      revenue_millions: Number(cells[2]),
      growth: basisPoints(cells[3]!),
      gross: basisPoints(cells[4]!),
      operating: basisPoints(cells[5]!),
      net: basisPoints(cells[6]!),
      assets: Math.round(Number(cells[7]) * 10_000),
      liabilities: basisPoints(cells[8]!),
      debt: basisPoints(cells[9]!),
      cash: basisPoints(cells[10]!),
      free_cash_flow: basisPoints(cells[11]!),
      season: cells[12]!.split(',').map(Number),
    },
  }))
}
