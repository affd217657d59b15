import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Figure, medianOf, printFigures } from './figure.ts'
import { type BenchGateway, projected, startGateway } from './gateway.ts'
import { load } from './load.ts'

/** Orders that are measured at each point, several times, one session, window 1000. */
const MEASURED = { window: 1_000, orders: 200_000, warmup: 20_000 }
/** few, since each adds half a million events to the journal */
const RUNS = 3
/** how far below its first point a curve may fall, percent of it */
const FLAT_PERCENT = 70

/**
 * What an order costs when there is more of everything: orders that rest in the book, listed symbols, accounts, events in the journal. Each
 * point is a gateway of its own, and the median of its runs; a curve is flat when no point has less than 70 % of its first one.
 *
 *     node run.js bench/cost-curve.ts [--quick]
 */
export async function benchCostCurve(quick: boolean): Promise<readonly Figure[]> {
  return [
    ...(await curve('open orders', quick ? [0, 10_000] : [0, 1_000, 10_000, 100_000, 1_000_000], (orders) => ({
      prepare: async (gateway) => {
        if (orders > 0) await rest(gateway, orders)
        await projected(gateway)
      },
    }))),
    ...(await curve('symbols in turn', quick ? [1, 1_000] : [1, 100, 10_000], (symbols) => ({
      bench: { sessions: 1, symbols, shares_per_symbol: 1_000_000 },
      further: ['--symbols', 'BENCH', '--symbols-made', String(symbols)],
    }))),
    ...(await curve('accounts in turn', quick ? [1, 1_000] : [1, 1_000, 100_000], (accounts) => ({
      bench: { sessions: 1, further_accounts: accounts - 1, symbols: 1 },
      further: ['--sender', EVERY_ACCOUNT, '--account', FIRST_ACCOUNT_NUMBER, '--accounts', String(accounts)],
    }))),
    ...(await curve('events in the journal', quick ? [0, 200_000] : [0, 1_000_000, 5_000_000, 20_000_000], (events) => ({
      prepare: async (gateway) => {
        if (events > 0) await load(gateway, { window: 1_000, orders: events / 2 })
        await projected(gateway)
      },
    }))),
  ]
}

interface Point {
  /** differences from config/bench.json */
  readonly bench?: {
    readonly sessions?: number
    readonly further_accounts?: number
    readonly symbols?: number
    readonly shares_per_symbol?: number
  }
  /** options of fix-load for the measured orders */
  readonly further?: readonly string[]
  readonly prepare?: (gateway: BenchGateway) => Promise<unknown>
}

async function curve(what: string, sizes: readonly number[], pointOf: (size: number) => Point): Promise<readonly Figure[]> {
  const points: Pick<Figure, 'value' | 'runs'>[] = []
  for (const size of sizes) points.push(medianOf(await measure(pointOf(size))))
  return sizes.map((size, index) => ({
    question: 'What an order costs when there is more of everything (1 session, window 1000)',
    what: `${size.toLocaleString('en')} ${what}`,
    ...points[index]!,
    unit: 'orders/s',
    better: 'more' as const,
    ...(index > 0 && { bar: (points[0]!.value * FLAT_PERCENT) / 100 }),
  }))
}

interface BenchConfig {
  readonly fix: { readonly sessions: readonly object[] }
  readonly first_start: { readonly bench: object }
}

/** a session that may trade for all accounts */
const EVERY_ACCOUNT = 'EVERY'
/** of the first account that a gateway opens; the others follow it */
const FIRST_ACCOUNT_NUMBER = '410000001'

/** Orders a second of each run. */
async function measure({ bench = {}, further = [], prepare }: Point): Promise<readonly number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fillgate-curve-'))
  const config = join(folder, 'config.json')
  const { fix, first_start, ...rest } = JSON.parse(readFileSync(join(ROOT, 'config/bench.json'), 'utf8')) as BenchConfig
  const changed: BenchConfig = {
    ...rest,
    fix: { ...fix, sessions: [...fix.sessions, { sender_comp_id: EVERY_ACCOUNT, kind: 'order-entry' }] },
    first_start: { ...first_start, bench: { ...first_start.bench, ...bench } },
  }
  writeFileSync(config, JSON.stringify(changed))
  const gateway = await startGateway(config)
  try {
    await prepare?.(gateway)
    const rates: number[] = []
    for (let run = 0; run < RUNS; run++) {
      rates.push((await load(gateway, { ...MEASURED, further: ['--id-prefix', `M${run}-`, ...further] })).orders_per_s)
      // what the point is about stays what it is: the read model does not fall behind from run to run
      await projected(gateway)
    }
    return rates
  } finally {
    await gateway.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Far from the price at which the measured orders cross. */
function rest(gateway: BenchGateway, orders: number): Promise<unknown> {
  return load(gateway, { sessions: 4, window: 1_000, orders, mode: 'rest', further: ['--levels', '50', '--id-prefix', 'R'] })
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) printFigures(await benchCostCurve(process.argv.includes('--quick')))
