import { civilFromDays, lastWeekday, nthWeekday, Weekday, weekdayOf } from '../domain/time/civil-date.ts'
import { CALENDAR_LAST_DAY, isBusinessDay, previousBusinessDay } from './trading-calendar.ts'

/** Which options of a security are listed: expirations by the calendar, strikes around a reference price. */

export type ContractType = 'weekly' | 'monthly' | 'quarterly' | 'leaps'

export interface Expiration {
  /** days since 1970-01-01 */
  readonly day: number
  readonly contractType: ContractType
}

const MONTHS = 6
const QUARTERS = 4
const WEEKS = 6
const LEAPS = 2
/** a January further away than this has leaps */
const LEAPS_FROM_DAYS = 270

/**
 * Expirations listed on a day, in order: the third Fridays of six months, of the next January and, further away, of two Januaries (leaps);
 * with weeklies also the next six Fridays and the last Fridays of four quarters. Where a Friday is a holiday, its Thursday. The present day
 * is still listed.
 */
export function expirations(today: number, cycle: 'weekly' | 'monthly'): readonly Expiration[] {
  const listed = new Map<number, ContractType>()
  const { year, month } = civilFromDays(today)
  const list = (friday: number, contractType: ContractType): void => {
    if (friday > CALENDAR_LAST_DAY) return
    const day = isBusinessDay(friday) ? friday : previousBusinessDay(friday)
    if (day >= today && !listed.has(day)) listed.set(day, contractType)
  }
  for (let ahead = 0; ahead < MONTHS; ahead++) list(thirdFriday(year, month + ahead), 'monthly')
  let leaps = 0
  for (let january = year + 1; leaps < LEAPS; january++) {
    const friday = thirdFriday(january, 1)
    // what was listed as leaps stays listed until it expires
    if (friday - today <= LEAPS_FROM_DAYS) {
      list(friday, 'monthly')
      continue
    }
    list(friday, 'leaps')
    leaps++
  }
  if (cycle === 'weekly') {
    const quarterEnd = month + ((12 - month) % 3)
    for (let quarter = 0; quarter < QUARTERS; quarter++)
      list(lastWeekday({ year, month: quarterEnd + 3 * quarter, weekday: Weekday.Friday }), 'quarterly')
    const friday = today + ((Weekday.Friday - weekdayOf(today) + 7) % 7)
    for (let week = 0; week < WEEKS; week++) list(friday + 7 * week, 'weekly')
  }
  return [...listed].map(([day, contractType]) => ({ day, contractType })).sort((a, b) => a.day - b.day)
}

/** How far strikes reach from the reference price, in percent of it. */
const REACH = { weekly: 15, quarterly: 20, monthly: 35, leaps: 50 } as const satisfies Record<ContractType, number>

/** The strikes of an expiration in ticks, in order. */
export function strikes(referenceTicks: number, contractType: ContractType): readonly number[] {
  const step = strikeStep(referenceTicks)
  const reach = (referenceTicks * REACH[contractType]) / 100
  const first = Math.ceil((referenceTicks - reach) / step)
  const last = Math.max(first, Math.floor((referenceTicks + reach) / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** The distance of strikes in ticks: about a fortieth of the price. */
function strikeStep(referenceTicks: number): number {
  const [, step] = STEPS.find(([below]) => referenceTicks < below) ?? [0, 25_000_000]
  return step
}

const STEPS: readonly (readonly [belowTicks: number, stepTicks: number])[] = [
  [100_000, 5_000],
  [250_000, 10_000],
  [1_000_000, 25_000],
  [2_500_000, 50_000],
  [10_000_000, 100_000],
  // a share that reverse splits have made worth a million dollars has hundreds of strikes too, not tens of thousands
  [100_000_000, 250_000],
  [1_000_000_000, 2_500_000],
]

/** The symbol of a contract as OCC writes it, the root without blanks or dots: `AAPL261218C00150000`. */
export function contractSymbol(
  root: string,
  { day, type, strikeTicks }: { day: number; type: 'call' | 'put'; strikeTicks: number },
): string {
  const { year, month, day: ofMonth } = civilFromDays(day)
  const date = [year % 100, month, ofMonth].map((part) => String(part).padStart(2, '0')).join('')
  return `${root.replace(/[.-]/g, '')}${date}${type === 'call' ? 'C' : 'P'}${String(strikeTicks / 10).padStart(8, '0')}`
}

function thirdFriday(year: number, month: number): number {
  return nthWeekday({ year, month, weekday: Weekday.Friday, nth: 3 })
}
