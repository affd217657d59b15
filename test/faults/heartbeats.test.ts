import { expect, test } from 'vitest'
import { besieged, GARBAGE, SteadyDesk, watchMemory } from './besieged-gateway.ts'
import { beatTo } from './heartbeats.ts'

// npm run prove:faults sends ten million.

test(
  '100,000 heartbeats as fast as they are taken: none is lost, another desk trades on, memory does not grow',
  { timeout: 60_000 },
  async () => {
    const gateway = await besieged({})
    const desk = await SteadyDesk.open(gateway)
    await desk.trades()
    const grown = watchMemory(gateway.pid)
    const beating = beatTo(gateway, 'CLIENT2', 100_000)
    await desk.trades()
    await beating
    await desk.trades()
    expect(grown()).toBeLessThan(GARBAGE)
    expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)
