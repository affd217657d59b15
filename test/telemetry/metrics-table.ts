import { type MetricDocumentation, METRICS } from '../../src/telemetry/metric-names.ts'

/** The README's table of metrics. */
export function metricsTable(): string {
  const rows = Object.entries<MetricDocumentation>(METRICS).map(
    ([name, { type, labels, help }]) => `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  )
  return [
    '| metric | type | labels | what it says |',
    '| --- | --- | --- | --- |',
    ...rows,
    '| `process_*`, `nodejs_*` | | | Memory, CPU, event loop and garbage collection of the process, as prom-client gives them. |',
    '',
  ].join('\n')
}
