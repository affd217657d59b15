import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Takes minutes each: a worker that begins one of them at the end leaves the other one idle. */
const LONG = /\/test\/(simulation|crashes|system|main|faults|storage\/power-loss|scenarios\/restart)/

/** The long files first, also where nothing is known of an earlier run. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // as `npm start`: what trades much inside a test takes a tenth less processor time
    execArgv: ['--max-semi-space-size=64'],
    // files of a worker share the modules that they load: a quarter of the processor time of the suite; nothing of ours keeps more in a module than what it has compiled
    isolate: false,
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default'],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})
