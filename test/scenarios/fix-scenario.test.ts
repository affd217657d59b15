import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import { RunningGateway } from './running-gateway.ts'

let gateway: RunningGateway
let desk: FixClient
beforeAll(async () => {
  gateway = await RunningGateway.start()
  desk = await gateway.logOn('CLIENT1')
})
afterAll(() => gateway.end())

const state = '11 150 39 38 14 151 32 31 58 378'.split(' ').map(Number)

async function order(id: string, scenario: string): Promise<readonly string[]> {
  desk.say('D', `11=${id}|55=BENCH1|54=1|60=20261120-15:00:00.000|40=2|44=100|38=10|9867=${scenario}`)
  return (await desk.hearAll()).map((message) => message.pick(...state))
}

describe('SandboxScenario(9867)', () => {
  test('scripts the outcome of an order over FIX', async () => {
    expect(await order('s1', 'two_fills')).toEqual([
      '11=s1|150=0|39=0|38=10|14=0|151=10',
      '11=s1|150=F|39=1|38=10|14=5|151=5|32=5|31=100',
      '11=s1|150=F|39=2|38=10|14=10|151=0|32=5|31=100',
    ])
    expect(await order('s2', 'half_then_cancel')).toEqual([
      '11=s2|150=0|39=0|38=10|14=0|151=10',
      '11=s2|150=F|39=1|38=10|14=5|151=5|32=5|31=100',
      '11=s2|150=4|39=4|38=10|14=5|151=0|58=sandbox scenario|378=8',
    ])
    expect(await order('s3', 'reject')).toEqual(['11=s3|150=8|39=8|38=10|14=0|151=0|58=The sandbox scenario asks for a rejection.'])
  })

  test('with another value is a session reject', async () => {
    desk.say('D', '11=s4|55=BENCH1|54=1|60=20261120-15:00:00.000|40=2|44=100|38=10|9867=explode')
    const [reject] = await desk.hearAll()
    expect(reject!.pick(35, 371, 372, 373)).toBe('35=3|371=9867|372=D|373=5')
  })
})
