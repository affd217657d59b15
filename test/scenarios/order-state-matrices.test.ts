import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import { LATENCY_RUNS, LATENCY_SETTINGS } from './latency-drivers.ts'
import { bindingSteps, SCENARIOS, scenario, SHORT_WITHOUT_LATENCY } from './order-vectors.ts'
import { RunningGateway, type Settings } from './running-gateway.ts'
import { ALTERNATIVE_RUNS, MAIN_RUNS, OTHER_SETTINGS, type Run, WITH_OTHER_SETTINGS } from './scenario-drivers.ts'
import { pathFaults } from './scenario-path.ts'
import { Story } from './story.ts'
import { WAITING_SCENARIOS } from './waiting-scenarios.ts'

/** docs/fix-rules-of-engagement.md, section 6 rule 16: the order state change matrices of FIX 4.4 over real FIX sessions. */
describe('the order state change matrices', () => {
  test('every scenario is run, or is left out for a reason that is named; what is cut short without latency is run in full with it', () => {
    const run = MAIN_RUNS.map((one) => one.scenario)
    const inFull = LATENCY_RUNS.map((one) => one.scenario)
    const accounted = new Set([...run, ...inFull, ...Object.keys(WAITING_SCENARIOS)])
    expect([...accounted].sort()).toEqual(SCENARIOS.map(({ id }) => id).sort())
    expect(SHORT_WITHOUT_LATENCY.filter((id) => !inFull.includes(id))).toEqual([])
  })

  describe('with the default settings', () => {
    tellStories({}, [...MAIN_RUNS.filter((run) => !WITH_OTHER_SETTINGS.has(run.scenario)), ...ALTERNATIVE_RUNS])
  })

  describe('with venue latency', () => {
    tellStories(LATENCY_SETTINGS, LATENCY_RUNS)
  })

  describe('with day orders that end as done for day, and self-match prevention that decrements', () => {
    tellStories(
      OTHER_SETTINGS,
      MAIN_RUNS.filter((run) => WITH_OTHER_SETTINGS.has(run.scenario)),
    )
  })
})

function tellStories(settings: Settings, runs: readonly Run[]): void {
  let gateway: RunningGateway
  let desk: FixClient
  let other: FixClient
  let symbols = 0

  beforeAll(async () => {
    gateway = await RunningGateway.start({ settings })
    desk = await gateway.logOn('CLIENT1')
    other = await gateway.logOn('CLIENT2')
  })

  afterAll(() => gateway.end())

  test.each(runs.map((run) => [titleOf(run), run] as const))('%s', async (_title, run) => {
    const name = `${run.scenario}${run.cause === undefined ? '' : `-alt${run.alternative!}`}`
    const story = new Story({ gateway, desk, other, name, symbol: `BENCH${++symbols}` })
    await run.drive(story)
    const steps = bindingSteps(scenario(run.scenario), run)
    expect(pathFaults(steps, story.transcript, story.nameOf)).toEqual([])
    expect(story.faults).toEqual([])
    await story.end()
  })
}

function titleOf({ scenario: id, cause }: Run): string {
  const { title } = scenario(id)
  return cause === undefined ? `${id} ${title}` : `${id} ${title}, refused: ${cause}`
}
