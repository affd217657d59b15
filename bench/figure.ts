/** One figure of a benchmark. */
export interface Figure {
  /** what was asked: a file of this folder answers it */
  readonly question: string
  readonly what: string
  readonly value: number
  readonly unit: string
  /** whether more or less of it is better */
  readonly better: 'more' | 'less'
  /** what is good enough; undefined where the figure stands for itself */
  readonly bar?: number
  /** every run, where `value` is the median of several */
  readonly runs?: readonly number[]
}

export type Verdict = 'met' | 'within noise' | 'missed' | ''

/** How far from its bar a figure may be and still say nothing: runs on a shared machine differ by as much. */
const NOISE = 0.1

export function verdictOn({ value, bar, better }: Figure): Verdict {
  if (bar === undefined) return ''
  const shortfall = better === 'more' ? (bar - value) / bar : (value - bar) / bar
  return shortfall <= 0 ? 'met' : shortfall <= NOISE ? 'within noise' : 'missed'
}

/** The middle of an odd number of values, the lower middle of an even one. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('bench: no values')
  return [...values].sort((a, b) => a - b)[(values.length - 1) >> 1]!
}

/** A figure of several runs: their median, and each. */
export function medianOf(runs: readonly number[]): Pick<Figure, 'value' | 'runs'> {
  return { value: median(runs), runs }
}

/** Figures of one question of which less is better. */
export function lessIsBetter(question: string): (what: string, value: number, unit: string, bar?: number) => Figure {
  return (what, value, unit, bar) => ({ question, what, value, unit, better: 'less', ...(bar !== undefined && { bar }) })
}

/** As people read it: 59,900 or 0.37. */
export function readable(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en')
  return String(Math.round(value * 100) / 100)
}

export function printFigures(figures: readonly Figure[]): void {
  let question = ''
  for (const figure of figures) {
    if (figure.question !== question) console.log(`\n${figure.question}`)
    question = figure.question
    const bar = figure.bar === undefined ? '' : `${figure.better === 'more' ? 'at least' : 'at most'} ${readable(figure.bar)}`
    console.log(
      `  ${figure.what.padEnd(64)} ${readable(figure.value).padStart(12)} ${figure.unit.padEnd(12)} ${bar.padEnd(20)} ${verdictOn(figure)}`.trimEnd(),
    )
  }
}
