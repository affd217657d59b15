import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { sumPath } from './archive-files.ts'

const BYTES_READ_AT_ONCE = 1024 * 1024

/** The line of sha256sum about a file: `sha256sum --check` in its folder compares it. `rest` is called between reads of a MiB. */
export function sumLine(path: string, name = basename(path), rest?: () => void): string {
  const hash = createHash('sha256')
  const memory = Buffer.allocUnsafe(BYTES_READ_AT_ONCE)
  const descriptor = openSync(path, 'r')
  try {
    for (;;) {
      const length = readSync(descriptor, memory)
      if (length === 0) break
      hash.update(memory.subarray(0, length))
      rest?.()
    }
  } finally {
    closeSync(descriptor)
  }
  return `${hash.digest('hex')}  ${name}\n`
}

/** What is wrong with the bytes of an archive, by the sum beside it; undefined = nothing. */
export function sumFault(path: string): string | undefined {
  if (!existsSync(path)) return 'it leads to no file'
  const sum = sumPath(path)
  if (!existsSync(sum)) return `its sum is missing: ${sum}`
  return readFileSync(sum, 'utf8') === sumLine(path) ? undefined : 'a byte of it, or of the sum beside it, was changed'
}
