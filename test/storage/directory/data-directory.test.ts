import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DataDirectory } from '../../../src/storage/directory/data-directory.ts'
import { freeBytes, openDataDirectory, spaceRefusal } from '../../../src/storage/directory/data-directory.ts'
import { DataDirectoryError } from '../../../src/storage/directory/data-directory-error.ts'
import { requireSecretsOfJournal } from '../../../src/storage/secrets/secrets.ts'
import { Child } from '../support/child.ts'
import { openTestJournal } from '../support/open-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

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
    writeFileSync(file, '{"pepper":"c2VjcmV0"', { mode: 0o600 })
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

  // a folder in which nobody can make a file, root neither: permission bits would not stop root
  test('that cannot be written is refused with one line', () => {
    expect(() => openDataDirectory('/proc/self')).toThrow(/^DATA_DIR \/proc\/self cannot be written: E[A-Z]+: [^\n]*$/)
  })

  test('with too little space is refused with one line', () => {
    expect(spaceRefusal('/data', 3.5 * 2 ** 20)).toBe('DATA_DIR /data has 3 MiB free: 16 MiB are needed to start, and more to work')
    expect(spaceRefusal('/data', 16 * 2 ** 20)).toBe(undefined)
    expect(freeBytes('/proc')).toBe(0)
  })
})

describe('the secrets of a data directory', () => {
  test('lie where the configuration says', () => {
    const path = temporaryDirectory()
    const file = join(temporaryDirectory(), 'keys.json')
    const made = openDataDirectory(path, file)
    made.close()
    expect([modeOf(file), existsSync(join(path, 'secrets.json'))]).toEqual(['600', false])
    const again = openDataDirectory(path, file)
    onTestFinished(() => again.close())
    expect(again.secrets).toEqual(made.secrets)
  })

  test.each([0o640, 0o604])('are refused when others can read them (mode %o)', (mode) => {
    const path = temporaryDirectory()
    openDataDirectory(path).close()
    const file = join(path, 'secrets.json')
    chmodSync(file, mode)
    const line = `${file} is open to others (mode ${mode.toString(8)}): run "chmod 600 ${file}"`
    expect(() => openDataDirectory(path)).toThrow(new DataDirectoryError(line))
    chmodSync(file, 0o400)
    open(path)
  })

  test('that are a folder are refused as that, whoever may read it', () => {
    const folder = temporaryDirectory()
    chmodSync(folder, 0o755)
    expect(() => openDataDirectory(temporaryDirectory(), folder)).toThrow(
      new DataDirectoryError(`${folder} is not a file, which secrets_file has to name`),
    )
  })

  test('whose folder is missing are refused as what they are', () => {
    const file = join(temporaryDirectory(), 'none', 'secrets.json')
    expect(() => openDataDirectory(temporaryDirectory(), file)).toThrow(`${file} cannot be written, where the secrets are to be: ENOENT`)
  })

  test('are not made anew beside a journal', () => {
    const path = temporaryDirectory()
    openTestJournal(path)
    const file = join(path, 'secrets.json')
    expect(() => openDataDirectory(path)).toThrow(
      new DataDirectoryError(
        `${file} is missing, and ${path} has a journal that was written with it: put the file back; if it is lost for good, "npm run credentials -- operator --new-secrets" makes another and a key (keys of before and documents that were uploaded can't be used any more)`,
      ),
    )
    expect(existsSync(file)).toBe(false)
  })

  test('belong to one journal, which refuses others', async () => {
    const path = temporaryDirectory()
    const journal = openTestJournal(path)
    const secrets = { pepper: Buffer.alloc(32, 1), taxIdKey: Buffer.alloc(32, 2) }
    await requireSecretsOfJournal(journal, secrets, path)
    await requireSecretsOfJournal(journal, secrets, path)
    for (const others of [
      { ...secrets, pepper: Buffer.alloc(32, 3) },
      { ...secrets, taxIdKey: Buffer.alloc(32, 3) },
    ])
      await expect(requireSecretsOfJournal(journal, others, path)).rejects.toThrow(
        new DataDirectoryError(
          `the journal in ${path} was written with other secrets than those given: find the secrets.json that belongs to it`,
        ),
      )
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
