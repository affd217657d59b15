import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import { bindingSteps, SCENARIOS, scenario } from './order-vectors.ts'
import { RunningGateway, type Settings } from './running-gateway.ts'
import { ALTERNATIVE_RUNS, MAIN_RUNS, OTHER_SETTINGS, type Run, WITH_OTHER_SETTINGS } from './scenario-drivers.ts'
import { pathFaults } from './scenario-path.ts'
import { Story } from './story.ts'
import { WAITING_SCENARIOS, WAITING_STEPS } from './waiting-scenarios.ts'

/** docs/fix-rules-of-engagement.md, section 6 rule 16: the order state change matrices of FIX 4.4 over real FIX sessions. */
describe('the order state change matrices', () => {
  test('every scenario is run, or waits for something that is named', () => {
    const run = MAIN_RUNS.map((one) => one.scenario)
    const accounted = [...run, ...Object.keys(WAITING_SCENARIOS)]
    expect(accounted.sort()).toEqual(SCENARIOS.map(({ id }) => id).sort())
    expect(Object.keys(WAITING_STEPS).filter((id) => !run.includes(id))).toEqual([])
  })

  describe('with the default settings', () => {
    tellStories({}, [...MAIN_RUNS.filter((run) => !WITH_OTHER_SETTINGS.has(run.scenario)), ...ALTERNATIVE_RUNS])
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
    const steps = bindingSteps(scenario(run.scenario), run.alternative)
    expect(pathFaults(steps, story.transcript, story.nameOf)).toEqual([])
    expect(story.faults).toEqual([])
    await story.end()
  })
}

function titleOf({ scenario: id, cause }: Run): string {
  const { title } = scenario(id)
  return cause === undefined ? `${id} ${title}` : `${id} ${title}, refused: ${cause}`
}
