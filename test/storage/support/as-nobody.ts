import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** of the user with no rights */
const NOBODY = 65_534

/** Does work as the owner of a directory whom permission bits stop: where the tests run as root, which they don't stop, that is nobody. */
export function asNobody(directory: string, work: () => void): void {
  if (process.getuid!() !== 0) {
    work()
    return
  }
  for (const path of [directory, ...readdirSync(directory).map((name) => join(directory, name))]) chownSync(path, NOBODY, NOBODY)
  process.seteuid!(NOBODY)
  try {
    work()
  } finally {
    process.seteuid!(0)
  }
}

/** Takes from its owner what a file can be changed by. */
export function makeReadOnly(path: string): void {
  chmodSync(path, 0o400)
}
