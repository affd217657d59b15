import process from 'node:process'
import { expect, test } from 'vitest'
import { GatewayProcess, temporaryDirectory } from '../system/gateway-process.ts'

/** A program that fails, out of nowhere, on SIGUSR2. */
const FAULT = `process.on('SIGUSR2', () => { throw new Error('nobody foresaw this') })`

test('a fault that nobody foresaw ends the gateway with a line of its log', { timeout: 60_000 }, async () => {
  const gateway = await GatewayProcess.start({
    directory: temporaryDirectory(),
    environment: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(FAULT)}` },
  })
  process.kill(gateway.pid, 'SIGUSR2')
  const { code, stdout, stderr } = await gateway.ended
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const line = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Record<string, unknown>
  expect(line).toMatchObject({
    level: 'fatal',
    msg: 'the process ends; what is not durable was not answered',
    err: { message: 'nobody foresaw this' },
  })
})
