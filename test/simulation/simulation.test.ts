import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Result } from './simulation.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A simulation takes its process's clock and timers: each has a process of its own. */
async function play(...options: readonly string[]): Promise<Omit<Result, 'story'>[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-semi-space-size=64', 'run.js', 'test/simulation/run.ts', '--json', ...options],
    {
      cwd: ROOT,
      maxBuffer: 16 * 1024 * 1024,
    },
  ).catch((error: { stdout: string; stderr: string }) => {
    if (error.stdout === '') throw error
    return error
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Omit<Result, 'story'>)
}

test('the same seed is the same run to the byte, in another process too', { timeout: 120_000 }, async () => {
  const [first, second, other] = [
    await play('--seed', '7', '--actions', '1500'),
    await play('--seed', '7', '--actions', '1500'),
    await play('--seed', '8', '--actions', '1500'),
  ]
  expect(second).toEqual(first)
  expect(other[0]!.digest).not.toBe(first[0]!.digest)
})

test(
  '300,000 commands over 1,000 hours and more, with everything that can go wrong, lose, double and leak nothing',
  { timeout: 600_000 },
  async () => {
    const results = await play('--seeds', '1-36', '--actions', '15000')
    expect(results.filter(({ finding }) => finding !== undefined)).toEqual([])
    const sum = (of: (result: Omit<Result, 'story'>) => number): number => results.reduce((total, result) => total + of(result), 0)
    expect(sum(({ commands }) => commands)).toBeGreaterThanOrEqual(300_000)
    expect(sum(({ hours }) => hours)).toBeGreaterThanOrEqual(1_000)
    expect(sum(({ kills }) => kills)).toBeGreaterThan(500)
  },
)
