import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openNewDatabase } from '../../../src/storage/directory/new-database.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

// a process that is killed in the middle of an archive or a backup leaves what is there then

test('a new database is one file, also in the middle of a transaction', () => {
  const directory = temporaryDirectory()
  const database = openNewDatabase(join(directory, 'new.db'))
  database.exec('CREATE TABLE rows (number INTEGER PRIMARY KEY)')
  database.exec('BEGIN IMMEDIATE; INSERT INTO rows VALUES (1)')
  expect(readdirSync(directory)).toEqual(['new.db'])
  database.exec('COMMIT')
  database.close()
  expect(readdirSync(directory)).toEqual(['new.db'])
})
