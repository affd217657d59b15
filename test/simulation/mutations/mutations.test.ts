import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { MUTATIONS } from './mutations.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

test('every mutation fits its source: its text occurs once', () => {
  const misfits = MUTATIONS.filter(({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2)
  expect(misfits.map(({ bug, file }) => `${bug}: ${file}`)).toEqual([])
})

describe('the simulation finds it when', () => {
  const found = new Map<string, string | undefined>()

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['run.js', 'test/simulation/mutations/run.ts'], { cwd: ROOT })
    for (const line of stdout.trim().split('\n')) {
      const { bug, found: what } = JSON.parse(line) as { readonly bug: string; readonly found?: string }
      found.set(bug, what)
    }
  }, 600_000)

  test.each(MUTATIONS.map(({ bug }) => bug))('%s', (bug) => {
    expect(found.get(bug)).toBeTypeOf('string')
    // a bug that names what its file does not have is another one
    expect(found.get(bug)).not.toContain('ReferenceError')
  })
})
