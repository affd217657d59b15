import { defineConfig } from 'vitest/config'

// npm run prove:faults: what takes minutes, one after the other.

export default defineConfig({ test: { include: ['test/faults/*.prove.ts'], pool: 'forks', maxWorkers: 1 } })
