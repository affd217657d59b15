import { refusalOf, requestRefusalOf, SCENARIOS, scenario } from './order-vectors.ts'
import type { Settings } from './running-gateway.ts'
import type { Story } from './story.ts'

/** What a desk and its counter-party do so that a scenario comes about. */
export type Driver = (story: Story) => Promise<void>

/** How a scenario, or one of its alternatives, is brought about. */
export interface Run {
  readonly scenario: string
  /** index of the alternative that ends the path */
  readonly alternative?: number
  /** why the gateway takes the alternative */
  readonly cause?: string
  /** the venue takes its time: the steps of pending requests bind */
  readonly withLatency?: boolean
  readonly drive: Driver
}

/** What the scenarios below need otherwise than the defaults have it. */
export const OTHER_SETTINGS: Settings = { engine: { day_order_end: 'done_for_day', self_match: 'decrement' } }

/** Day orders that end as done for day, and an order that is trimmed where it would meet its own account. */
export const WITH_OTHER_SETTINGS: ReadonlySet<string> = new Set(['A.1.b', 'J.1.d', 'E.1.d'])

const TEN_THOUSAND = { quantity: 10_000 }
const GTC = { ...TEN_THOUSAND, timeInForce: '1' }
/** off the tick: neither an order nor a replace may have it */
const OFF_TICK = '100.001'

const DRIVERS: Readonly<Record<string, Driver>> = {
  async 'A.1.a'(story) {
    await story.order('X', TEN_THOUSAND)
    for (const quantity of [2000, 1000, 7000]) await story.otherSells(quantity)
  },
  async 'A.1.b'(story) {
    await story.order('X', TEN_THOUSAND)
    for (const quantity of [2000, 1000]) await story.otherSells(quantity)
    await story.event('end of day (day order)', () => story.endOfDay())
  },

  async 'B.1.a'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.cancel('Y', 'X', TEN_THOUSAND)
  },
  async 'B.1.b'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(2000)
    await story.crossing(
      async () => {
        await story.otherSells(3000)
        await story.otherSells(1000)
      },
      () => story.cancel('Y', 'X', TEN_THOUSAND),
    )
  },
  async 'B.1.c'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(2000)
    await story.crossing(
      async () => {
        await story.otherSells(3000)
        await story.otherSells(5000)
      },
      () => story.cancel('Y', 'X', TEN_THOUSAND),
    )
  },
  async 'B.1.e'(story) {
    await story.backToBack(
      () => story.order('X', TEN_THOUSAND),
      () => story.cancel('Y', 'X', TEN_THOUSAND),
    )
  },
  async 'B.1.f'(story) {
    await story.cancel('Y', 'X', TEN_THOUSAND)
  },

  async 'C.1.a'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.replace('Y', 'X', { quantity: 11_000 })
    for (const quantity of [1000, 2000]) await story.otherSells(quantity)
  },
  async 'C.1.b'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.crossing(
      () => story.otherSells(100),
      () => story.replace('Y', 'X', { quantity: 12_000 }),
    )
    await story.otherSells(10_900)
  },
  async 'C.2.a'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.crossing(
      () => story.otherSells(9000),
      () => story.replace('Y', 'X', { quantity: 10_000, limit: 101 }),
    )
  },
  async 'C.3.a'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.crossing(
      async () => {
        await story.otherSells(500)
        await story.otherSells(100)
      },
      () => story.replace('Y', 'X', { quantity: 8000 }),
    )
    await story.otherSells(6400)
  },
  async 'C.3.b'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.crossing(
      () => story.otherSells(7000),
      () => story.replace('Y', 'X', { quantity: 7000 }),
    )
  },
  async 'C.3.c'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.crossing(
      () => story.otherSells(8000),
      () => story.replace('Y', 'X', { quantity: 7000 }),
    )
  },

  async 'D.1.a'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.crossing(
      () => story.otherSells(500),
      () => story.replace('Y', 'X', { quantity: 8000 }),
    )
    await story.otherSells(2000)
    await story.crossing(
      () => story.otherSells(500),
      () => story.replace('Z', 'Y', { quantity: 6000 }),
    )
    await story.otherSells(2000)
  },
  async 'D.1.b'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.replace('Y', 'X', { quantity: 8000, limit: OFF_TICK })
    for (const quantity of [500, 2000]) await story.otherSells(quantity)
    await story.replace('Z', 'X', { quantity: 6000 })
    await story.otherSells(1500)
  },
  async 'D.2.a'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.backToBack(
      () => story.replace('Y', 'X', { quantity: 8000 }),
      () => story.replace('Z', 'Y', { quantity: 7000 }),
    )
    await story.otherSells(6000)
  },

  async 'E.1.b'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.event('broker/ops/REST/system cancels', () => story.operate(`orders/${story.orderId}/cancel`))
  },
  async 'E.1.c'(story) {
    const patch = (quantity: string) => async () => {
      const { status } = await story.gateway.partner.patch(`${story.orderPath}/${story.orderId}`, { quantity })
      if (status !== 200) throw new Error(`the PATCH was refused with ${status}`)
    }
    await story.order('X', TEN_THOUSAND)
    await story.event('broker agrees to 11000', patch('11000'))
    await story.otherSells(1000)
    await story.event('broker agrees to 12000', patch('12000'))
  },
  async 'E.1.d'(story) {
    await story.order('X', TEN_THOUSAND)
    // the account meets its own order from the other edge
    await story.apart(async () => {
      const own = { client_order_id: story.nameOf('own'), symbol: story.symbol, side: 'sell', order_type: 'limit', limit_price: '100.00' }
      const { status } = await story.gateway.partner.post(story.orderPath, { ...own, quantity: '1000' })
      if (status !== 201) throw new Error(`the order was refused with ${status}`)
    })
    await story.otherSells(9000)
  },

  async 'F.1.a'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(1000)
    await story.order('X', { quantity: 15_000 })
  },
  async 'F.1.b'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.order('X', { ...TEN_THOUSAND, header: '97=Y' })
    await story.order('X', { quantity: 20_000, header: '97=N' })
    await story.order('Y', { quantity: 15_000, header: '97=Y' })
  },

  async 'G.1.a'(story) {
    await story.status('X')
  },
  async 'G.1.b'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.status('X')
  },
  async 'G.1.c'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.status('X')
    for (const quantity of [2000, 8000]) {
      await story.otherSells(quantity)
      await story.status('X')
    }
  },

  async 'H.1.a'(story) {
    await secondDay(story)
    await story.otherSells(1000)
  },
  async 'H.1.b'(story) {
    await story.order('X', GTC)
    await story.otherSells(2000)
    await story.event('day 2, split 2:1', () => story.splitOvernight(2, 1))
    for (const quantity of [5000, 11_000]) await story.otherSells(quantity, 50)
  },
  async 'H.1.c'(story) {
    await secondDay(story)
    await story.cancel('Y', 'X', TEN_THOUSAND)
  },
  async 'H.1.d'(story) {
    await secondDay(story)
    await story.crossing(
      () => story.otherSells(1000),
      () => story.replace('Y', 'X', { quantity: 15_000, timeInForce: '1' }),
    )
  },

  async 'I.1.a'(story) {
    await story.otherSells(1000)
    await story.order('X', { ...TEN_THOUSAND, timeInForce: '4' })
  },
  async 'I.1.b'(story) {
    await story.otherSells(1000)
    await story.order('X', { ...TEN_THOUSAND, timeInForce: '3' })
  },

  async 'J.1.a'(story) {
    await story.otherSells(1000, 100)
    await story.otherSells(9000, 110)
    await story.order('X', { ...TEN_THOUSAND, limit: 120 })
    const [first, second] = [story.executionId('F', 1), story.executionId('F', 2)]
    await story.apart(() => story.operate(`executions/${first}/bust`))
    await story.apart(() => story.operate(`executions/${second}/correct`, { price: '100' }))
    await story.otherSells(1000, 120)
    // a correction is corrected: it may be named, or the fill that it began with
    await story.apart(() => story.operate(`executions/${story.executionId('G')}/correct`, { price: '120' }))
  },
  async 'J.1.b'(story) {
    await story.otherSells(5000, 50)
    await story.order('X', { ...TEN_THOUSAND, limit: 51 })
    await story.cancel('Y', 'X', TEN_THOUSAND)
    await story.apart(() => story.operate(`executions/${story.executionId('F')}/bust`))
    await story.apart(() => story.fill({ quantity: '4000', price: '51' }))
  },
  async 'J.1.c'(story) {
    await secondDay(story)
    await story.otherSells(1000)
    await story.apart(() => story.operate(`executions/${story.executionId('F', 1)}/correct`, { quantity: '1500' }))
    await story.apart(() => story.operate(`executions/${story.executionId('F', 2)}/correct`, { quantity: '500' }))
  },
  async 'J.1.d'(story) {
    await story.order('X', { ...TEN_THOUSAND, limit: 50 })
    await story.otherSells(5000, 50)
    await story.apart(() => story.endOfDay())
    await story.apart(() => story.operate(`executions/${story.executionId('F')}/correct`, { quantity: '4000' }))
    await story.apart(() => story.operate(`executions/${story.executionId('F')}/bust`))
  },

  async 'K.1.a'(story) {
    await story.order('X', { ...TEN_THOUSAND, execInst: 'J' })
    await story.event('halt', () => story.halt(true))
    await story.event('halt lifted', () => story.halt(false))
  },
  async 'K.1.b'(story) {
    await story.order('X', { ...TEN_THOUSAND, execInst: 'K' })
    await story.event('halt', () => story.halt(true))
  },

  async 'L.1.b'(story) {
    await story.otherSells(200, 20)
    await story.cashOrder('X', 10_000)
    await story.otherSells(300, 20)
  },
}

/** A GTC order that is filled in part on its first day. */
async function secondDay(story: Story): Promise<void> {
  await story.order('X', GTC)
  await story.otherSells(2000)
  await story.event('day 2', () => story.endOfDay())
}

/** C.1.c has one outcome here: a filled order is not opened again. */
const REFUSED_REPLACE_OF_A_FILLED_ORDER: Run = {
  scenario: 'C.1.c',
  alternative: requestRefusalOf(scenario('C.1.c')),
  cause: 'the order is filled',
  async drive(story) {
    await story.order('X', TEN_THOUSAND)
    await story.otherSells(10_000)
    await story.replace('Y', 'X', { quantity: 12_000 })
  },
}

/** Every scenario by its main path. */
export const MAIN_RUNS: readonly Run[] = [
  ...Object.entries(DRIVERS).map(([id, drive]) => ({ scenario: id, drive })),
  REFUSED_REPLACE_OF_A_FILLED_ORDER,
]

/** The alternatives for which the engine has a cause. */
export const ALTERNATIVE_RUNS: readonly Run[] = [...refusedOrders(), ...refusedRequests()]

/** Every scenario that has an order which may be refused, with something that no order can have. */
function refusedOrders(): readonly Run[] {
  return SCENARIOS.flatMap((one) => {
    const alternative = refusalOf(one)
    const { ClOrdID, tags } = one.steps[0] as { readonly ClOrdID?: string; readonly tags?: Readonly<Record<string, string>> }
    if (alternative === undefined || ClOrdID === undefined) return []
    const timeInForce = tags?.['59']
    if (tags?.['15'] !== undefined) {
      return [
        {
          scenario: one.id,
          alternative,
          cause: 'its currency is not the dollar',
          drive: (story) => story.cashOrder('X', 10_000, tags['15']!),
        },
      ]
    }
    const drive: Driver = (story) =>
      story.order('X', { ...TEN_THOUSAND, limit: OFF_TICK, ...(timeInForce !== undefined && { timeInForce }) })
    return [{ scenario: one.id, alternative, cause: 'its price is off the tick', drive }]
  })
}

/** A request with the wrong side, or a price that no order can have, is refused with a 9 that shows the order as it is. */
function refusedRequests(): readonly Run[] {
  const wrongSide = { cause: 'its side is not that of the order' }
  const offTick = { cause: 'its price is off the tick' }
  const runs: readonly Omit<Run, 'alternative'>[] = [
    {
      scenario: 'B.1.a',
      ...wrongSide,
      async drive(story) {
        await story.order('X', TEN_THOUSAND)
        await story.cancel('Y', 'X', { ...TEN_THOUSAND, side: 'sell' })
      },
    },
    {
      scenario: 'B.1.b',
      ...wrongSide,
      async drive(story) {
        await story.order('X', TEN_THOUSAND)
        await story.otherSells(2000)
        await story.crossing(
          () => story.otherSells(3000),
          () => story.cancel('Y', 'X', { ...TEN_THOUSAND, side: 'sell' }),
        )
      },
    },
    {
      scenario: 'C.1.a',
      ...offTick,
      async drive(story) {
        await story.order('X', TEN_THOUSAND)
        await story.replace('Y', 'X', { quantity: 11_000, limit: OFF_TICK })
      },
    },
    {
      scenario: 'C.1.b',
      ...offTick,
      async drive(story) {
        await story.order('X', TEN_THOUSAND)
        await story.otherSells(1000)
        await story.replace('Y', 'X', { quantity: 12_000, limit: OFF_TICK })
      },
    },
    {
      scenario: 'C.3.a',
      ...offTick,
      async drive(story) {
        await story.order('X', TEN_THOUSAND)
        await story.otherSells(1000)
        await story.crossing(
          () => story.otherSells(500),
          () => story.replace('Y', 'X', { quantity: 8000, limit: OFF_TICK }),
        )
      },
    },
    {
      scenario: 'H.1.c',
      ...wrongSide,
      async drive(story) {
        await secondDay(story)
        await story.cancel('Y', 'X', { ...TEN_THOUSAND, side: 'sell' })
      },
    },
    {
      scenario: 'H.1.d',
      ...offTick,
      async drive(story) {
        await secondDay(story)
        await story.replace('Y', 'X', { quantity: 15_000, limit: OFF_TICK, timeInForce: '1' })
      },
    },
  ]
  return runs.map((run) => ({ ...run, alternative: requestRefusalOf(scenario(run.scenario)) }))
}
