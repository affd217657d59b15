import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ReadTurns } from '../../../src/fix/connection/read-turns.ts'

const KIB = 1024

function readLine() {
  const said: string[] = []
  const turns = new ReadTurns({ pause: () => void said.push('pause'), resume: () => void said.push('resume') })
  return { turns, said }
}

test('a line that sends without a pause waits for the next turn, and goes on then', async () => {
  const { turns, said } = readLine()
  turns.read(64 * KIB)
  expect(said).toEqual(['pause'])
  await nextTurn()
  expect(said).toEqual(['pause', 'resume'])
  turns.read(64 * KIB)
  await nextTurn()
  expect(said).toEqual(['pause', 'resume', 'pause', 'resume'])
})

test('reads of any size add up within a turn, and pause it once', async () => {
  const { turns, said } = readLine()
  for (let record = 0; record < 1_000; record++) turns.read(100)
  expect(said).toEqual(['pause'])
  await nextTurn()
  expect(said).toEqual(['pause', 'resume'])
})

test('what is read in other turns does not count', async () => {
  const { turns, said } = readLine()
  for (let turn = 0; turn < 4; turn++) {
    turns.read(48 * KIB)
    await nextTurn()
  }
  expect(said).toEqual([])
})
