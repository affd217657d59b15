import { expect, test } from 'vitest'
import { besieged, GARBAGE, SteadyDesk, watchMemory } from './besieged-gateway.ts'
import { beatTo } from './heartbeats.ts'

const MILLION = 1_000_000

test('ten million heartbeats: none is lost, another desk trades on, memory does not grow', { timeout: 60 * 60_000 }, async () => {
  const gateway = await besieged({})
  const desk = await SteadyDesk.open(gateway)
  await desk.trades()
  // what a million has used is there; from then on there is no more
  await beatTo(gateway, 'CLIENT2', MILLION)
  const grown = watchMemory(gateway.pid)
  const begun = Date.now()
  await beatTo(gateway, 'CLIENT3', 10 * MILLION)
  await desk.trades()
  console.log(
    `${Math.round((10 * MILLION * 1_000) / (Date.now() - begun))} heartbeats a second; memory grew by ${Math.round(grown() / 2 ** 20)} MiB`,
  )
  expect(grown()).toBeLessThan(GARBAGE)
  expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
})
