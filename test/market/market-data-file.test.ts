import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readMarketDataFile } from '../../src/market/market-data-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'fillgate-market-data-'))
afterAll(() => rmSync(directory, { recursive: true }))

const bundled = readFileSync(new URL('../../config/market-data/securities.json', import.meta.url), 'utf8')

function changed(from: string, to: string): string {
  const path = join(directory, 'securities.json')
  writeFileSync(path, bundled.replace(from, to))
  return path
}

test.each([
  ['"employees":164000', '"employees":"many"', '/securities/0/employees'],
  ['"day":9', '"day":31', '/securities/0/dividend'],
  ['"symbol":"AAPL",', '', '/securities/0'],
])('market data with %s changed to %j are refused with the place of the fault', (from, to, place) => {
  const path = changed(from, to)
  expect(() => readMarketDataFile(path)).toThrow(`${path}: ${place}`)
})
