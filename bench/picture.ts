import type { BenchResult } from './result.ts'
import { type Figure, readable, verdictOn } from './figure.ts'

interface Panel {
  readonly title: string
  readonly question: RegExp
  readonly unit: string
}

const PANELS: readonly Panel[] = [
  { title: 'Durable FIX orders a second', question: /^Durable FIX/, unit: 'orders/s' },
  { title: 'REST requests a second, 64 connections', question: /^REST/, unit: 'requests/s' },
  { title: 'From order to durable answer, µs', question: /^From order/, unit: 'µs' },
]

const WIDTH = 900
const ROW = 26
const LABELS = 430
const BAR = 330
const COLOURS: Readonly<Record<ReturnType<typeof verdictOn>, string>> = {
  met: '#15803d',
  'within noise': '#ca8a04',
  missed: '#dc2626',
  '': '#2563eb',
}

/** Throughput and latency of a result as an SVG: a bar for each figure, a tick where its bar to reach is. */
export function pictureOf({ figures, machine, date, commit, disturbance }: BenchResult): string {
  const panels = PANELS.map((panel) => ({
    ...panel,
    rows: figures.filter(({ question, unit }) => panel.question.test(question) && unit === panel.unit),
  }))
  let y = 72
  const parts: string[] = []
  for (const { title, rows } of panels) {
    if (rows.length === 0) continue
    parts.push(`<text x="16" y="${y}" font-size="15" font-weight="600">${escape(title)}</text>`)
    y += 12
    const most = Math.max(...rows.map(({ value, bar }) => Math.max(value, bar ?? 0)))
    for (const row of rows) {
      parts.push(rowOf(row, most, y))
      y += ROW
    }
    y += 30
  }
  const about = `${machine.model}, ${machine.cpus} cores with the load generator on them, ${machine.memoryGiB} GiB, Node ${machine.node}; ${date.slice(0, 10)}, ${commit}`
  const warning =
    disturbance.reasons.length > 0
      ? `<text x="16" y="${y}" font-size="12" fill="#dc2626">disturbed: ${escape(disturbance.reasons.join(', '))}</text>`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + 16}" viewBox="0 0 ${WIDTH} ${y + 16}" font-family="system-ui, sans-serif" fill="#111827">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="16" y="24" font-size="12" fill="#6b7280">${escape(about)}</text>
<text x="16" y="42" font-size="12" fill="#6b7280">tick: the aim; green: reached, amber: within 10 % of it, red: missed, blue: none</text>
${parts.join('\n')}
${warning}
</svg>
`
}

function rowOf(figure: Figure, most: number, y: number): string {
  const { what, value, bar } = figure
  const length = (of: number): number => Math.max(1, Math.round((of / most) * BAR))
  const tick = bar === undefined ? '' : `<rect x="${LABELS + length(bar)}" y="${y}" width="2" height="${ROW - 6}" fill="#111827"/>`
  return `<text x="${LABELS - 8}" y="${y + 15}" font-size="12" text-anchor="end">${escape(what)}</text>
<rect x="${LABELS}" y="${y + 2}" width="${length(value)}" height="${ROW - 10}" fill="${COLOURS[verdictOn(figure)]}"/>${tick}
<text x="${LABELS + BAR + 12}" y="${y + 15}" font-size="12">${readable(value)}</text>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
