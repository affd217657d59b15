import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // files of a worker share the modules that they load: a quarter of the processor time of the suite; nothing of ours keeps state in a module
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default'],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})
