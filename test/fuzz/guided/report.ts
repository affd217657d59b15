import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A run that broke no claim. */
export interface FuzzRun {
  readonly date: string
  readonly commit: string
  readonly node: string
  readonly seed: number
  /** inputs that were asked for: fewer are done where the run was stopped by hand */
  readonly wanted: number
  readonly seconds: number
  readonly cpuSeconds: number
  /** of the instrumented sources */
  readonly branches: number
  readonly targets: readonly {
    readonly name: string
    readonly claim: string
    readonly inputs: number
    /** inputs that took a branch as often as none before */
    readonly kept: number
    readonly branchesTaken: number
  }[]
}

/** Adds a run to the list at `path`.json, and writes the page of all of them at `path`.md. */
export function addToReport(path: string, run: FuzzRun): void {
  const list = `${path}.json`
  const before = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as readonly FuzzRun[]) : []
  const runs = [...before, run]
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(list, `${JSON.stringify(runs, undefined, 2)}\n`)
  writeFileSync(`${path}.md`, pageOf(runs))
}

function pageOf(runs: readonly FuzzRun[]): string {
  const inputsOf = ({ targets }: FuzzRun): number => targets.reduce((sum, { inputs }) => sum + inputs, 0)
  const all = runs.reduce((sum, run) => sum + inputsOf(run), 0)
  const byRun = runs.map(
    (run) =>
      `| ${run.date} | ${run.commit} | ${run.node} | ${run.seed} | ${run.wanted} | ${inputsOf(run)} | ${run.seconds} | ${run.cpuSeconds} |`,
  )
  const byTarget = (runs.at(-1)?.targets ?? []).map(({ name, claim }) => {
    const same = runs.flatMap(({ targets }) => targets.filter((target) => target.name === name))
    const sum = same.reduce((inputs, target) => inputs + target.inputs, 0)
    const most = (value: (target: (typeof same)[number]) => number): number => Math.max(...same.map(value))
    return `| ${name} | ${claim} | ${sum} | ${most(({ kept }) => kept)} | ${most(({ branchesTaken }) => branchesTaken)} |`
  })
  return `# Fuzzing

\`npm run prove:fuzz -- --seed 1 --report docs/proofs/fuzz\` adds a run to \`fuzz.json\` and writes this page. ${runs.length} runs, ${all} inputs, no claim broken.

| date | commit | Node | seed | inputs asked for | done | seconds | seconds of processor time |
| --- | --- | --- | --- | --- | --- | --- | --- |
${byRun.join('\n')}

An input is a stream of 1 to 4 FIX messages with faults, a file, or a cursor, made from up to 200 bytes by choice. Kept are inputs that take a branch
of the sources as often as none before; three of four inputs are kept ones with changes, the rest is new. Equal seeds give equal runs.

| what | what has to hold | inputs | kept in a run | branches taken in a run, of ${runs.at(-1)?.branches ?? 0} |
| --- | --- | --- | --- | --- |
${byTarget.join('\n')}

The guidance is our own (\`test/fuzz/guided\`): @jazzer.js/core 4.0.0 brings a library that needs glibc 2.38, and its earlier versions fetch theirs at
install from outside of the npm registry.
`
}
