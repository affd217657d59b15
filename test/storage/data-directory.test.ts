import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DataDirectory } from '../../src/storage/data-directory.ts'
import { DataDirectoryError, openDataDirectory } from '../../src/storage/data-directory.ts'
import { Child } from './support/child.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

function open(path: string): DataDirectory {
  const directory = openDataDirectory(path)
  onTestFinished(() => directory.close())
  return directory
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('a data directory', () => {
  test('is created for its owner alone, with the folders above it', () => {
    const path = join(temporaryDirectory(), 'a', 'b')
    expect(open(path).path).toBe(path)
    expect([modeOf(path), modeOf(join(path, 'secrets.json'))]).toEqual(['700', '600'])
  })

  test('keeps its secrets over restarts, and each has its own', () => {
    const path = temporaryDirectory()
    const first = openDataDirectory(path)
    first.close()
    const again = open(path)
    expect(again.secrets).toEqual(first.secrets)
    expect([again.secrets.pepper.length, again.secrets.taxIdKey.length]).toEqual([32, 32])
    expect(again.secrets.pepper.equals(again.secrets.taxIdKey)).toBe(false)
    expect(open(temporaryDirectory()).secrets.pepper.equals(again.secrets.pepper)).toBe(false)
  })

  test('whose secrets file is damaged is refused without showing it', () => {
    const path = temporaryDirectory()
    const file = join(path, 'secrets.json')
    writeFileSync(file, '{"pepper":"c2VjcmV0"')
    expect(() => openDataDirectory(path)).toThrow(new DataDirectoryError(`${file} is not JSON`))
    writeFileSync(file, '{"pepper":"c2VjcmV0","tax_id_key":"c2VjcmV0"}')
    expect(() => openDataDirectory(path)).toThrow(new DataDirectoryError(`${file}: pepper must be 32 bytes in base64`))
    expect(readFileSync(file, 'utf8')).toContain('c2VjcmV0')
  })

  test('that is a file is refused with one line', () => {
    const path = join(temporaryDirectory(), 'file')
    writeFileSync(path, '')
    expect(() => openDataDirectory(path)).toThrow(DataDirectoryError)
    expect(() => openDataDirectory(path)).toThrow(/^DATA_DIR \S+ is not a directory$/)
    expect(() => openDataDirectory(join(path, 'below'))).toThrow(/^DATA_DIR \S+ cannot be written: ENOTDIR[^\n]*$/)
  })

  test.skipIf(process.getuid?.() === 0)('that cannot be written is refused with one line', () => {
    const path = temporaryDirectory()
    chmodSync(path, 0o500)
    expect(() => openDataDirectory(path)).toThrow(/^DATA_DIR \S+ cannot be written: EACCES[^\n]*$/)
  })
})

describe('the lock on a data directory', () => {
  test('refuses a second process, and is free after kill -9 of the first', async () => {
    const path = temporaryDirectory()
    const first = new Child('./hold-lock.ts', path)
    expect(await first.line()).toBe('held')
    expect(() => openDataDirectory(path)).toThrow(new DataDirectoryError(`DATA_DIR ${path} is in use by another process`))
    await first.kill()
    expect(open(path).path).toBe(path)
    const second = new Child('./hold-lock.ts', path)
    expect(await second.line()).toBe(`DataDirectoryError: DATA_DIR ${path} is in use by another process`)
  })

  test('is given back by close', () => {
    const path = temporaryDirectory()
    openDataDirectory(path).close()
    open(path)
  })

  test('holds inside one process too', () => {
    const path = temporaryDirectory()
    open(path)
    expect(() => openDataDirectory(path)).toThrow('is in use by another process')
  })
})

test('a data directory where none can be made is refused with one line', () => {
  expect(() => openDataDirectory('/proc/nowhere/data')).toThrow(/^DATA_DIR \S+ cannot be written: [^\n]*$/)
})
