import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { expect, test } from 'vitest'
import { ROOT } from '../system/gateway-process.ts'

test.each([
  ['simulation/run.ts', ['--minutes', '1m'], '--minutes must be a number above 0, not "1m"'],
  ['simulation/run.ts', ['--seed', '1e999'], '--seed must be a number above 0, not "1e999"'],
  ['simulation/run.ts', ['--seeds', '5-1'], 'no seed was played'],
  ['simulation/run.ts', ['--seed', '1', '--actions', '0'], '--actions must be a number above 0, not "0"'],
  ['fuzz/prove-fuzz.ts', ['--inputs', '10_000'], '--inputs must be a number above 0, not "10_000"'],
  ['crashes/prove-crashes.ts', ['--kills', '1k'], '--kills must be a number above 0, not "1k"'],
  ['storage/prove-power-loss.ts', ['2k'], 'cuts must be a number above 0, not "2k"'],
  ['storage/prove-power-loss.ts', ['--help'], 'cuts must be a number above 0, not "--help"'],
  ['system/prove-broker.ts', ['--help'], 'accounts must be a number above 0, not "--help"'],
  ['system/prove-records.ts', ['--kills', 'abc'], '--kills must be a number above 0, not "abc"'],
  ['soak/soak.ts', ['--minutes', 'abc'], '--minutes must be a number above 0, not "abc"'],
])('%s %j proves nothing and says so', { timeout: 30_000 }, (program, values, line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['run.js', `test/${program}`, ...values], { cwd: ROOT, timeout: 25_000 })
  expect({ status, stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({ status: 1, stdout: '', stderr: `${line}\n` })
})
