import { readFileSync } from 'node:fs'
import { listingsOf } from '../../../../src/config/listings.ts'
import type { Instrument } from '../../../../src/domain/market/instrument.ts'
import { INSTRUMENTS } from '../../../engine/engine-under-test.ts'

const file = new URL('../../../../config/instruments.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof listingsOf>[0]
const known = new Set(INSTRUMENTS.map(({ symbol }) => symbol))

/** The securities of the built-in market beside those that the engine's tests list: AAPL and MSFT are listed without a walk there. */
export const BUILT_IN: readonly Instrument[] = listingsOf(rows).flatMap(({ instrument }) =>
  known.has(instrument.symbol) ? [] : [instrument],
)
