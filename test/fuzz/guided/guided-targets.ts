import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'
import { COUNTERS, instrument } from './instrument.ts'
import type { Target } from './targets.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What is looked at: which of its branches an input takes decides whether it is kept. */
const LOOKED_AT =
  /\/src\/(fix\/|engine\/decide\/|sequencer\.ts|http\/answers\/csv\.ts|http\/requests\/|http\/resources\/(orders|accounts|funding|webhooks|sandbox\/quotes)\/)/

export interface GuidedTargets {
  readonly targets: readonly Target[]
  /** by branch: how often it has been taken since they were set to 0, modulo 256 */
  readonly counters: Uint8Array
}

/** The targets with their sources instrumented, as one module in build/. */
export async function loadGuidedTargets(): Promise<GuidedTargets> {
  let branches = 0
  const counting: Plugin = {
    name: 'branch counters',
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8').replaceAll(/import\.meta\.url/g, JSON.stringify(pathToFileURL(path).href))
        if (!LOOKED_AT.test(path)) return { contents: source, loader: 'ts' }
        const counted = instrument(path, source, branches)
        branches += counted.branches
        return { contents: counted.code, loader: 'js' }
      })
    },
  }
  const outfile = `${root}build/fuzz/targets.js`
  await build({
    entryPoints: [fileURLToPath(new URL('targets.ts', import.meta.url))],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [counting],
    logLevel: 'error',
  })
  const counters = new Uint8Array(branches)
  Object.defineProperty(globalThis, COUNTERS, { value: counters })
  const { openTargets } = (await import(pathToFileURL(outfile).href)) as typeof import('./targets.ts')
  return { targets: await openTargets(), counters }
}
