import type { SoakMinute, SoakResult } from './soak-result.ts'

interface Line {
  readonly name: string
  readonly colour: string
  readonly of: (minute: SoakMinute) => number
}

interface Panel {
  readonly title: string
  readonly lines: readonly Line[]
}

const [BLUE, RED, GREEN, GREY] = ['#2563eb', '#dc2626', '#15803d', '#6b7280']

const PANELS: readonly Panel[] = [
  {
    title: 'memory, MiB',
    lines: [
      { name: 'resident', colour: BLUE, of: ({ residentMiB }) => residentMiB },
      { name: 'heap, least of the minute', colour: RED, of: ({ heapMiB }) => heapMiB },
      { name: 'malloc: page caches', colour: GREEN, of: ({ mallocMiB }) => mallocMiB },
    ],
  },
  {
    title: 'FIX order to report, ms',
    lines: [
      { name: 'p50', colour: BLUE, of: ({ fix }) => fix.p50 },
      { name: 'p99', colour: RED, of: ({ fix }) => fix.p99 },
    ],
  },
  {
    title: 'REST request to answer, ms',
    lines: [
      { name: 'p50', colour: BLUE, of: ({ rest }) => rest.p50 },
      { name: 'p99', colour: RED, of: ({ rest }) => rest.p99 },
    ],
  },
  {
    title: 'files, MiB',
    lines: [
      { name: 'journal.db', colour: BLUE, of: ({ journalMiB }) => journalMiB },
      { name: 'read.db', colour: GREEN, of: ({ readModelMiB }) => readModelMiB },
      { name: 'the rest', colour: GREY, of: ({ otherMiB }) => otherMiB },
    ],
  },
  {
    title: 'lag, events (largest of the minute)',
    lines: [
      { name: 'projector', colour: BLUE, of: ({ projectorLag }) => projectorLag },
      { name: 'webhooks', colour: RED, of: ({ webhookLag }) => webhookLag },
    ],
  },
  {
    title: 'handles, and CPU in % of one core',
    lines: [
      { name: 'handles', colour: BLUE, of: ({ handles }) => handles },
      { name: 'descriptors', colour: GREEN, of: ({ descriptors }) => descriptors },
      { name: 'CPU', colour: RED, of: ({ cpuPercent }) => cpuPercent },
    ],
  },
]

const [WIDTH, HEIGHT, COLUMNS] = [420, 220, 2]
const PLOT = { left: 48, right: 12, top: 44, bottom: 26 }

/** The minutes of a soak as a picture: six panels, each from zero up to its largest value. */
export function pictureOf({ minutes }: SoakResult): string {
  const rows = Math.ceil(PANELS.length / COLUMNS)
  const panels = PANELS.map((panel, index) => {
    const [x, y] = [(index % COLUMNS) * WIDTH, Math.floor(index / COLUMNS) * HEIGHT]
    return `<g transform="translate(${x} ${y})">\n${drawn(panel, minutes)}\n</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * WIDTH} ${rows * HEIGHT}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="white"/>
${panels.join('\n')}
</svg>
`
}

function drawn({ title, lines }: Panel, minutes: readonly SoakMinute[]): string {
  const top = ceiling(Math.max(...lines.flatMap(({ of }) => minutes.map(of))))
  const [right, bottom] = [WIDTH - PLOT.right, HEIGHT - PLOT.bottom]
  const last = minutes.at(-1)?.minute ?? 1
  const x = (minute: number): number => PLOT.left + ((minute - 1) / Math.max(1, last - 1)) * (right - PLOT.left)
  const y = (value: number): number => bottom - (value / top) * (bottom - PLOT.top)
  const grid = [0, top / 2, top].map(
    (value) =>
      `<line x1="${PLOT.left}" x2="${right}" y1="${y(value)}" y2="${y(value)}" stroke="#e5e7eb"/>` +
      `<text x="${PLOT.left - 5}" y="${y(value) + 4}" text-anchor="end" fill="${GREY}">${value}</text>`,
  )
  // one text, so that a long name moves those behind it
  const names = lines.map(({ name, colour }, index) => `<tspan${index === 0 ? '' : ' dx="24"'} fill="${colour}">${name}</tspan>`)
  const legend = `<text x="${PLOT.left}" y="34">${names.join('')}</text>`
  const drawnLines = lines.map(({ of, colour }) => {
    const points = minutes.map((minute) => `${x(minute.minute).toFixed(1)},${y(of(minute)).toFixed(1)}`)
    return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.join(' ')}"/>`
  })
  const axis = [1, last].map(
    (minute) =>
      `<text x="${x(minute)}" y="${bottom + 16}" text-anchor="${minute === 1 ? 'start' : 'end'}" fill="${GREY}">minute ${minute}</text>`,
  )
  return [`<text x="${PLOT.left}" y="18" font-weight="bold">${title}</text>`, legend, ...grid, ...drawnLines, ...axis].join('\n')
}

/** The next number with one digit that is not zero, or 1: where the scale ends. */
function ceiling(value: number): number {
  if (value <= 1) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.ceil(value / unit) * unit
}
