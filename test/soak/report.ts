import type { SoakResult } from './soak-result.ts'

const MIB = 2 ** 20
const SHOWN = 8

/** What a soak came to, as Markdown; the picture lies beside it as `soak.svg`, the numbers as `soak.json`. */
export function reportOf(result: SoakResult): string {
  const { date, commit, node, cores, rate, seed, minutes, heap, totals } = result
  const [first, last] = [minutes[0]!, minutes.at(-1)!]
  const rows = minutes.map(
    (row) =>
      `| ${row.minute} | ${row.fix.p50} / ${row.fix.p99} | ${row.rest.p50} / ${row.rest.p99} | ${row.residentMiB} | ${row.mallocMiB} | ${row.v8MiB} | ${row.mappedMiB} | ${row.heapMiB} | ${row.externalMiB} | ${row.handles} | ` +
      `${row.journalMiB} | ${row.readModelMiB} | ${row.projectorLag} | ${row.webhookLag} | ${row.cpuPercent} | ${row.machineLoad} |`,
  )
  return `# Soak

\`npm run soak -- --minutes ${minutes.length} --rate ${rate}\` wrote this page, its picture and \`soak.json\`. ${date.slice(0, 10)}, commit ${commit}, Node ${node}, ${cores} cores
shared with the load and whatever else ran there (last column), seed ${seed}. One minute of the same load comes before minute 1.

The real program with synchronous=FULL, and ${rate} requests a second offered in an open loop (a late answer slows nothing down), half over FIX and half over REST:
orders, cancels, replaces, reads and quotes; four desks of which one leaves every 20 seconds and comes back to a gap on both sides; a resend of the last 100
messages every 10 seconds, held against what was heard first; two drop copies; a webhook receiver that fails one delivery of a hundred; a reader of the event
stream that hangs up, and one that never reads and is cut. Times count from the moment at which a request was due.

![memory, latency, files, lag and handles by the minute](soak.svg)

| | |
| --- | --- |
| requests | ${totals.requests} |
| events journaled | ${totals.events} |
| desks that left and returned; messages sent again | ${totals.reconnects}; ${totals.resent} |
| readers cut because they did not read | ${totals.slowReadersCut} |
| log lines of level warn and above | ${
    totals.warnings.length === 0
      ? 'none'
      : totals.warnings
          .slice(0, SHOWN)
          .map((line) => `\`${line.replaceAll('|', '\\|')}\``)
          .join(' ')
  } |
| resident memory, minute 1 and ${last.minute} | ${first.residentMiB} and ${last.residentMiB} MiB |
| of it malloc, minute 1 and ${last.minute} | ${first.mallocMiB} and ${last.mallocMiB} MiB |
${heap === undefined ? '' : heapRow(heap)}| handles, minute 1 and ${last.minute} | ${first.handles} and ${last.handles} |
| journal | ${last.journalMiB} MiB, ${Math.round((last.journalMiB * MIB) / Math.max(1, last.events))} bytes an event |
| answers | ${Object.entries(totals.outcomes)
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join(', ')} |

Resident memory is malloc, V8 (the heaps of all threads, whose youngest generation takes 64 MiB on the main thread) and mapped files. malloc grows with
SQLite's page caches, which fill as the files grow and stop at their sizes: docs/operations.md has them.${heap === undefined ? '' : ' Looking at the heap leaves about 200 MiB of freed memory with the process, which counts as malloc.'}

At the end every desk had heard all that its orders came to, the event reader had every sequence once, and the receiver had said yes to each event.

| minute | FIX p50 / p99 ms | REST p50 / p99 ms | resident MiB | malloc MiB | V8 MiB | mapped MiB | heap MiB | external MiB | handles | journal MiB | read.db MiB | projector lag | webhook lag | CPU % | machine load |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
${heap === undefined ? '' : growthTable(heap)}`
}

type LookedAt = NonNullable<SoakResult['heap']>

function heapRow({ atFirst, atLast, requests }: LookedAt): string {
  const perRequest = Math.round((atLast - atFirst) / Math.max(1, requests))
  return `| live heap after a full collection, before minute 1 and at the end | ${mib(atFirst)} and ${mib(atLast)} MiB: ${perRequest} bytes for each of ${requests} requests |\n`
}

const growthTable = ({ growth }: LookedAt): string => `
What grew most on the heap between the two collections:

| what | bytes | objects |
| --- | --- | --- |
${growth
  .slice(0, SHOWN)
  .map(({ what, bytes, objects }) => `| ${what.replaceAll('|', '\\|')} | ${bytes} | ${objects} |`)
  .join('\n')}
`

const mib = (bytes: number): number => Math.round((bytes / MIB) * 10) / 10
