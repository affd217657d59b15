import { closeSync, openSync } from 'node:fs'
import process from 'node:process'
import { SnapshotSchedule } from '../../src/recovery/snapshot-schedule.ts'
import { createLogger } from '../../src/telemetry/logger.ts'

// A gateway that can open no more files has a snapshot made; its log goes to standard output.

const schedule = new SnapshotSchedule({
  directory: '/nowhere',
  everyEvents: 10,
  from: 1,
  logger: createLogger({ level: 'warn', terminal: false, destination: { write: (line) => void process.stdout.write(line) } }),
  onMade: () => undefined,
})
const files: number[] = []
try {
  for (;;) files.push(openSync('/dev/null', 'r'))
} catch {
  schedule.projected(20)
}
files.forEach(closeSync)
