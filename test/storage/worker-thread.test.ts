import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Thread } from '../../src/storage/worker-thread.ts'

test('a thread whose program is not there tells whoever started it, once, and prints nothing itself', async () => {
  const program = new URL('./no-such-program.ts', import.meta.url)
  const failures: Error[] = []
  const thread = new Thread({ name: 'missing', program, data: undefined, onFailure: (error) => failures.push(error) })
  await thread.join()
  expect(failures.map(({ message }) => message)).toEqual([`no such file: ${fileURLToPath(program)}`])
})
