import { parsePrice, parseQuantity } from '../../src/domain/amounts/amounts.ts'
import type { FixMessage } from '../support/fix-message.ts'

interface Execution {
  readonly lots: bigint
  readonly ticks: bigint
  readonly day: number
}

/**
 * A desk's own books: from the fills, busts and corrections that it hears it works out what CumQty(14), AvgPx(6) and, of GTC orders from
 * their second day, DayOrderQty(424), DayCumQty(425) and DayAvgPx(426) have to be.
 */
export class OrderLedger {
  readonly #executions = new Map<string, Execution>()
  readonly #used = new Set<string>()
  readonly #enteredOn = new Map<string, number>()
  readonly #orders = new Map<string, Map<string, Execution>>()
  #day = 1

  nextDay(): void {
    this.#day++
  }

  /** New shares for old ones: more of them at a lower price, or the other way round. */
  split(numerator: number, denominator: number): void {
    const [more, less] = [BigInt(numerator), BigInt(denominator)]
    for (const executions of this.#orders.values()) {
      for (const [id, { lots, ticks, day }] of executions)
        executions.set(id, { lots: (lots * more) / less, ticks: (ticks * less) / more, day })
    }
  }

  /** Books a report; what is wrong with its figures. */
  take(report: FixMessage): readonly string[] {
    if (report.type !== '8' || report.get(37) === 'NONE' || report.get(150) === '8') return []
    const repeated = this.#identify(report)
    const executions = this.#book(report)
    const figures = [[14, lotsOf(executions)], [6, averageOf(executions)], ...this.#dayFigures(report, executions)] as const
    const faults = figures.flatMap(([tag, wanted]) => (same(report.get(tag), wanted) ? [] : [`${tag} was to be ${wanted}`]))
    return [...repeated, ...faults].map((fault) => `${fault}: ${report.text}`)
  }

  /** No two reports have one ExecID, but for statuses, which have none. */
  #identify(report: FixMessage): readonly string[] {
    const id = report.get(17)!
    if (report.get(150) === 'I') return []
    const isRepeated = this.#used.has(id)
    this.#used.add(id)
    return isRepeated ? ['17 has been used before'] : []
  }

  /** What counts of the order's executions after the report. */
  #book(report: FixMessage): readonly Execution[] {
    const order = report.get(37)!
    const executions = this.#orders.get(order) ?? new Map<string, Execution>()
    this.#orders.set(order, executions)
    if (!this.#enteredOn.has(order)) this.#enteredOn.set(order, this.#day)
    const corrected = this.#executions.get(report.get(19) ?? '')
    executions.delete(report.get(19) ?? '')
    if (report.get(32) !== undefined) {
      const execution = {
        lots: BigInt(parseQuantity(report.get(32)!)),
        ticks: BigInt(parsePrice(report.get(31)!)),
        day: corrected?.day ?? this.#day,
      }
      executions.set(report.get(17)!, execution)
      this.#executions.set(report.get(17)!, execution)
    }
    return [...executions.values()]
  }

  #dayFigures(report: FixMessage, executions: readonly Execution[]): readonly (readonly [number, string | undefined])[] {
    const isLater = report.get(59) === '1' && this.#day > this.#enteredOn.get(report.get(37)!)!
    if (!isLater) return [424, 425, 426].map((tag) => [tag, undefined])
    const today = executions.filter(({ day }) => day === this.#day)
    const before = executions.filter(({ day }) => day < this.#day)
    const quantity = BigInt(parseQuantity(report.get(38)!)) - BigInt(parseQuantity(lotsOf(before)))
    return [
      [424, decimal(quantity, 9)],
      [425, lotsOf(today)],
      [426, averageOf(today)],
    ]
  }
}

const total = (executions: readonly Execution[]): bigint => executions.reduce((sum, { lots }) => sum + lots, 0n)

const lotsOf = (executions: readonly Execution[]): string => decimal(total(executions), 9)

/** Half-even to 6 decimals; ticks have 4. */
function averageOf(executions: readonly Execution[]): string {
  const lots = total(executions)
  if (lots === 0n) return '0'
  const value = executions.reduce((sum, execution) => sum + execution.lots * execution.ticks, 0n) * 100n
  const [quotient, rest] = [value / lots, (value % lots) * 2n]
  const isUp = rest > lots || (rest === lots && quotient % 2n === 1n)
  return decimal(isUp ? quotient + 1n : quotient, 6)
}

function decimal(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}

const same = (got: string | undefined, wanted: string | undefined): boolean =>
  got === wanted || (got !== undefined && wanted !== undefined && Number(got) === Number(wanted))
