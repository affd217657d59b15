import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { commitAll, openTestJournal } from '../storage/support/open-journal.ts'
import { ROOT, temporaryDirectory } from './gateway-process.ts'

async function verified(output: 'pipe' | number): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  await commitAll(journal, [{ position: 1, sealedAt: 1, events: [], sessions: [] }])
  await journal.close()
  const child = spawn(process.execPath, ['run.js', 'src/operations/verify.ts', directory], { cwd: ROOT, stdio: ['ignore', output, 'pipe'] })
  // as `verify | head -0` does
  child.stdout?.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit') as Promise<[number | null]>])
  return { code, stderr }
}

test('a reader that goes away does not end a command, nor change how it ends', { timeout: 60_000 }, async () => {
  expect(await verified('pipe')).toEqual({ code: 0, stderr: '' })
})

test('an output that can not be written ends a command with one line', { timeout: 60_000 }, async () => {
  expect(await verified(openSync('/dev/full', 'w'))).toEqual({
    code: 1,
    stderr: "standard output can't be written: ENOSPC: no space left on device, write\n",
  })
})
