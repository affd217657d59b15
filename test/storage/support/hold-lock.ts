import { writeSync } from 'node:fs'
import process from 'node:process'
import { openDataDirectory } from '../../../src/storage/directory/data-directory.ts'

// Holds a data directory until it is killed, or prints why it can't: run.js hold-lock.ts DATA_DIR

try {
  openDataDirectory(process.argv[2]!)
  writeSync(1, 'held\n')
  setInterval(() => undefined, 1_000)
} catch (error) {
  writeSync(1, `${(error as Error).name}: ${(error as Error).message}\n`)
}
