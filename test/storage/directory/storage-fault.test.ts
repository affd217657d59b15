import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storageFault } from '../../../src/storage/directory/storage-fault.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

test('what the system refuses of a data directory is a fault of its storage, told on one line; of anything else it is a bug', () => {
  const directory = temporaryDirectory()
  const folder = join(directory, 'delivery.db')
  mkdirSync(folder)
  expect(faultOf(() => readFileSync(folder + '/none'), directory)).toBe(`ENOENT: no such file or directory, open '${folder}/none'`)
  expect(faultOf(() => rmSync(folder), directory)).toContain(folder)
  expect(faultOf(() => readFileSync('/none'), directory)).toBeUndefined()
  expect(storageFault(new TypeError(`x of ${directory} is not a function`), directory)).toBeUndefined()
})

function faultOf(work: () => void, directory: string): string | undefined {
  try {
    work()
  } catch (error) {
    return storageFault(error, directory)
  }
  throw new Error('nothing was refused')
}
