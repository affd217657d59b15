import { expect, test } from 'vitest'
import type { CreatePartner } from '../../src/domain/commands/market-command.ts'
import type { Event } from '../../src/domain/event.ts'
import { ORDERS_PER_MARKET } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import { CALENDAR } from './engine-under-test.ts'

test('partners are refused once order numbers have no room for another market', () => {
  const engine = new Engine({ calendar: CALENDAR, rules: DEFAULT_RULES })
  const create = (environment: CreatePartner['environment'], events: Event[] = []) =>
    engine.execute({ type: 'CreatePartner', id: `p${engine.state.partners.length}`, name: 'Acme', environment, seed: 's' }, 1e12, 1, events)
  expect(create('live')).toEqual({})
  for (let market = 1; market < 8_192; market++) create('sandbox')
  const last = engine.state.markets.at(-1)!.index
  expect([last, Number.isSafeInteger(last * ORDERS_PER_MARKET + ORDERS_PER_MARKET - 1)]).toEqual([8_191, true])
  const events: Event[] = []
  expect(create('sandbox', events)).toEqual({
    refusal: { code: 'PARTNER_LIMIT_REACHED', message: 'There are 8192 markets, which is as many as order numbers have room for.' },
  })
  expect(events).toEqual([])
  // live partners share the market that they have
  expect(create('live')).toEqual({})
})
