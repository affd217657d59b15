import { expect, test } from 'vitest'
import { commitAll, openTestJournal } from '../storage/support/open-journal.ts'
import { temporaryDirectory } from './gateway-process.ts'
import { operate } from './operator.ts'

test('a chain that was kept elsewhere is held against the journal, in small letters or capitals', { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  await commitAll(journal, [{ position: 1, sealedAt: 1, events: [], sessions: [] }])
  await journal.close()
  const { stdout } = await operate('verify', [directory])
  const [, chain] = /^hash chain at 1:([0-9a-f]{64})$/m.exec(stdout)!
  const expecting = (text: string) => operate('verify', [directory, '--expect', text])

  expect(await expecting(`1:${chain!.toUpperCase()}`)).toEqual({ code: 0, stdout, stderr: '' })
  expect(await expecting(`1:${'0'.repeat(64)}`)).toMatchObject({
    code: 1,
    stderr: `wrong: position 1: --expect knows of another chain: ${'0'.repeat(64)}, not ${chain!}\n`,
  })
  expect(await expecting(`2:${chain!}`)).toMatchObject({
    code: 1,
    stderr: 'wrong: --expect knows of a commit that ends with position 2; the journal has none, and ends with 1\n',
  })
  expect(await expecting('1')).toEqual({
    code: 1,
    stdout: '',
    stderr: '--expect must be POSITION:CHAIN as an earlier run printed it, not "1"\n',
  })
  expect(await expecting(`0:${chain!}`)).toEqual({
    code: 1,
    stdout: '',
    stderr: '--expect must be a position of the journal, an integer from 1 up, not "0"\n',
  })
})
