import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { isQuick } from './arguments.ts'
import { type Figure, medianOf, printFigures } from './figure.ts'
import { type BenchGateway, projected, startGateway } from './gateway.ts'
import { load } from './load.ts'

/** Orders of one run, one session, window 1000. */
const MEASURED = { window: 1_000, orders: 200_000, warmup: 20_000 }
/** pairs of runs: few, since each run adds a third of a million events to the journal */
const PAIRS = 5
/** how far below its first point a curve may fall, percent of it */
const FLAT_PERCENT = 70

/**
 * What an order costs when there is more of everything: orders that rest in the book, listed symbols, accounts, events in the journal. Each
 * point is a gateway of its own, measured in turn with one of the first point, since a machine with neighbours changes its speed from minute to
 * minute: what counts is the ratio of each pair of runs. A curve is flat when no point has less than 70 % of its first one.
 *
 *     node run.js bench/cost-curve.ts [--quick]
 */
export async function benchCostCurve(quick: boolean): Promise<readonly Figure[]> {
  const pairs = quick ? 1 : PAIRS
  return [
    ...(await curve('open orders', pairs, quick ? [0, 10_000] : [0, 1_000, 10_000, 100_000, 1_000_000], (orders) => ({
      prepare: async (gateway) => {
        if (orders > 0) await rest(gateway, orders)
        await projected(gateway)
      },
    }))),
    ...(await curve('symbols in turn', pairs, quick ? [1, 1_000] : [1, 100, 10_000], (symbols) => ({
      bench: { sessions: 1, symbols, shares_per_symbol: 1_000_000 },
      further: ['--symbols', 'BENCH', '--symbols-made', String(symbols)],
    }))),
    ...(await curve('accounts in turn', pairs, quick ? [1, 1_000] : [1, 1_000, 100_000], (accounts) => ({
      bench: { sessions: 1, further_accounts: accounts - 1, symbols: 1 },
      further: ['--sender', EVERY_ACCOUNT, '--account', FIRST_ACCOUNT_NUMBER, '--accounts', String(accounts)],
    }))),
    ...(await curve('events in the journal', pairs, quick ? [0, 200_000] : [0, 1_000_000, 5_000_000, 20_000_000], (events) => ({
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

async function curve(
  what: string,
  count: number,
  [first, ...further]: readonly [number, ...number[]],
  pointOf: (size: number) => Point,
): Promise<readonly Figure[]> {
  const question = 'What an order costs when there is more of everything (1 session, window 1000)'
  const nameOf = (size: number): string => `${size.toLocaleString('en')} ${what}`
  const firsts: number[] = []
  const figures: Figure[] = []
  for (const size of further) {
    const pairs = await inTurn(count, pointOf(first), pointOf(size))
    firsts.push(...pairs.map(([before]) => before))
    figures.push(
      { question, what: nameOf(size), ...medianOf(pairs.map(([, rate]) => rate)), unit: 'orders/s', better: 'more' },
      {
        question,
        what: `${nameOf(size)}: of the first`,
        ...medianOf(pairs.map(([before, rate]) => (100 * rate) / before)),
        unit: '%',
        better: 'more',
        bar: FLAT_PERCENT,
      },
    )
  }
  return [{ question, what: nameOf(first), ...medianOf(firsts), unit: 'orders/s', better: 'more' }, ...figures]
}

interface BenchConfig {
  readonly fix: { readonly sessions: readonly object[] }
  readonly first_start: { readonly bench: object }
}

/** a session that may trade for all accounts */
const EVERY_ACCOUNT = 'EVERY'
/** of the first account that a gateway opens; the others follow it */
const FIRST_ACCOUNT_NUMBER = '410000001'

/** Orders a second of pairs of runs, one of each point. */
async function inTurn(count: number, first: Point, point: Point): Promise<readonly (readonly [first: number, point: number])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fillgate-curve-'))
  const gateways: BenchGateway[] = []
  try {
    for (const one of [first, point]) {
      const gateway = await startGateway(configOf(one, join(folder, `${gateways.length}.json`)))
      gateways.push(gateway)
      await one.prepare?.(gateway)
    }
    const [before, after] = gateways as [BenchGateway, BenchGateway]
    const pairs: [number, number][] = []
    for (let run = 0; run < count; run++) pairs.push([await rateOf(before, first, run), await rateOf(after, point, run)])
    return pairs
  } finally {
    for (const gateway of gateways) await gateway.stop()
    rmSync(folder, { recursive: true })
  }
}

async function rateOf(gateway: BenchGateway, { further = [] }: Point, run: number): Promise<number> {
  const result = await load(gateway, { ...MEASURED, further: ['--id-prefix', `M${run}-`, ...further] })
  // what the point is about stays what it is: the read model does not fall behind from run to run, nor work during the other's
  await projected(gateway)
  return result.orders_per_s
}

/** The file with the configuration of a point. */
function configOf({ bench = {} }: Point, file: string): string {
  const { fix, first_start, ...rest } = JSON.parse(readFileSync(join(ROOT, 'config/bench.json'), 'utf8')) as BenchConfig
  const changed: BenchConfig = {
    ...rest,
    fix: { ...fix, sessions: [...fix.sessions, { sender_comp_id: EVERY_ACCOUNT, kind: 'order-entry' }] },
    first_start: { ...first_start, bench: { ...first_start.bench, ...bench } },
  }
  writeFileSync(file, JSON.stringify(changed))
  return file
}

/** Far from the price at which the measured orders cross. */
function rest(gateway: BenchGateway, orders: number): Promise<unknown> {
  return load(gateway, { sessions: 4, window: 1_000, orders, mode: 'rest', further: ['--levels', '50', '--id-prefix', 'R'] })
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) printFigures(await benchCostCurve(isQuick('node run.js bench/cost-curve.ts')))
