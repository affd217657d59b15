import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { Thread } from '../../src/storage/worker-thread.ts'

test('a thread whose program is not there tells whoever started it why', async () => {
  const program = new URL('./no-such-program.ts', import.meta.url)
  const failure = await new Promise<Error>((resolve) => {
    const thread = new Thread({ name: 'missing', program, data: undefined, onFailure: resolve })
    onTestFinished(() => thread.join())
  })
  expect(failure.message).toBe(`no such file: ${fileURLToPath(program)}`)
})
