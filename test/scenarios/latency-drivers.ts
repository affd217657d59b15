import { isMessage, scenario } from './order-vectors.ts'
import type { Settings } from './running-gateway.ts'
import type { Driver, Run } from './scenario-drivers.ts'
import type { Story, Terms } from './story.ts'

/**
 * A venue that takes its time: a second for a new order, five for a replace or a cancel, so that the counter-party's orders arrive while
 * they are pending. The band is what refuses a replace that was right when it was asked for.
 */
export const LATENCY_SETTINGS: Settings = {
  market: { latency: { new_ms: 1_000, replace_ms: 5_000, cancel_ms: 5_000 } },
  engine: { price_band_percent: 10 },
}

const TEN_THOUSAND = { quantity: 10_000 }
const GTC = { ...TEN_THOUSAND, timeInForce: '1' }

/** Time of the market goes by. */
const passes = (story: Story, seconds: number): Promise<void> => story.apart(() => story.steer('clock', { advance: `PT${seconds}S` }))

/** The desk's order, acknowledged. */
async function enters(story: Story, terms: Terms): Promise<void> {
  await story.order('X', terms)
  await passes(story, 1)
}

/** The counter-party sells, and its order has reached the venue. */
async function otherSells(story: Story, quantity: number): Promise<void> {
  await story.otherSells(quantity)
  await passes(story, 1)
}

/** What the venue does with the desk's request, at the latest. */
const answered = (story: Story): Promise<void> => passes(story, 5)

/** A replace to 105, which is within the band when it is asked for and out of it when the venue has it. */
async function outrunReplace(story: Story, label: string, original: string, quantity: number): Promise<void> {
  await story.replace(label, original, { quantity, limit: 105 })
  await isPending(story)
}

async function refusedByVenue(story: Story): Promise<void> {
  await quote(story, '120.00', '130.00')
  await answered(story)
  await quote(story, '99.00', '130.00')
}

const quote = (story: Story, bid: string, ask: string): Promise<void> =>
  story.apart(() => story.steer('quotes', { symbol: story.symbol, bid, ask, bid_size: '1', ask_size: '1' }))

/** The gateway has taken the replace that the desk has just sent. */
async function isPending(story: Story): Promise<void> {
  const path = `${story.orderPath}?client_order_id=${story.nameOf('X')}&status=pending_replace`
  for (;;) {
    const { body } = await story.gateway.partner.get(path)
    if ((body as { readonly data: readonly unknown[] }).data.length === 1) return
  }
}

/** The desk's session may queue replaces, for as long as this takes. */
async function queueing(story: Story, happen: () => Promise<void>): Promise<void> {
  const { operator } = story.gateway
  const { body } = await operator.get('/v1/admin/fix/sessions')
  const sessions = (body as { readonly data: readonly { readonly id: string; readonly sender_comp_id: string }[] }).data
  const { id } = sessions.find(({ sender_comp_id }) => sender_comp_id === 'CLIENT1')!
  const set = async (queue_replaces: boolean): Promise<void> => {
    const { status } = await operator.patch(`/v1/admin/fix/sessions/${id}`, { queue_replaces })
    if (status !== 200) throw new Error(`the session was not changed: ${status}`)
  }
  await set(true)
  await happen()
  await set(false)
}

const DRIVERS: Readonly<Record<string, Driver>> = {
  async 'B.1.b'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 2000)
    await story.crossing(
      () => otherSells(story, 3000),
      () => story.cancel('Y', 'X', TEN_THOUSAND),
    )
    await otherSells(story, 1000)
    await answered(story)
  },
  async 'B.1.c'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 2000)
    await story.crossing(
      () => otherSells(story, 3000),
      () => story.cancel('Y', 'X', TEN_THOUSAND),
    )
    await otherSells(story, 5000)
    await answered(story)
  },
  async 'B.1.d'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.cancel('Y', 'X', TEN_THOUSAND)
    await passes(story, 1)
    await answered(story)
  },
  async 'C.1.b'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    await story.replace('Y', 'X', { quantity: 12_000 })
    await otherSells(story, 100)
    await answered(story)
    await otherSells(story, 10_900)
  },
  async 'C.3.a'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    await story.crossing(
      () => otherSells(story, 500),
      () => story.replace('Y', 'X', { quantity: 8000 }),
    )
    await otherSells(story, 100)
    await answered(story)
    await otherSells(story, 6400)
  },
  async 'D.1.a'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    await story.replace('Y', 'X', { quantity: 8000 })
    await otherSells(story, 500)
    await answered(story)
    await otherSells(story, 2000)
    await story.replace('Z', 'Y', { quantity: 6000 })
    await otherSells(story, 500)
    await answered(story)
    await otherSells(story, 2000)
  },
  async 'D.1.c'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    await outrunReplace(story, 'Y', 'X', 8000)
    await otherSells(story, 500)
    await refusedByVenue(story)
    await otherSells(story, 2000)
    await story.replace('Z', 'X', { quantity: 6000 })
    await answered(story)
    await otherSells(story, 1500)
  },
  async 'D.2.b'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    await queueing(story, () =>
      story.backToBack(
        () => story.replace('Y', 'X', { quantity: 8000 }),
        () => story.replace('Z', 'Y', { quantity: 7000 }),
      ),
    )
    await answered(story)
    await otherSells(story, 6000)
  },
  async 'D.2.c'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    // the second leaves the desk before it has read what became of the first
    await story.backToBack(
      () => outrunReplace(story, 'Y', 'X', 8000),
      () => refusedByVenue(story),
      () => outrunReplace(story, 'Z', 'Y', 7000),
      () => refusedByVenue(story),
    )
    await otherSells(story, 6000)
  },
  async 'D.2.d'(story) {
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    await story.backToBack(
      () => story.replace('Y', 'X', { quantity: 8000 }),
      () => story.replace('Z', 'Y', { quantity: 7000 }),
    )
    await answered(story)
    await otherSells(story, 2000)
  },
  async 'G.1.c'(story) {
    await story.order('X', TEN_THOUSAND)
    await story.status('X')
    await passes(story, 1)
    await story.status('X')
    for (const quantity of [2000, 8000]) {
      await otherSells(story, quantity)
      await story.status('X')
    }
  },
  async 'H.1.d'(story) {
    await enters(story, GTC)
    await otherSells(story, 2000)
    await story.event('day 2', () => story.endOfDay())
    await story.replace('Y', 'X', { quantity: 15_000, timeInForce: '1' })
    await otherSells(story, 1000)
    await answered(story)
  },
}

/** A replace that the venue refuses in the end: the second of the alternatives that a 9 answers. */
const REFUSED_IN_THE_END: readonly Run[] = [
  { id: 'C.1.b', quantity: 12_000, crossing: 0 },
  { id: 'C.3.a', quantity: 8000, crossing: 500 },
].map(({ id, quantity, crossing }) => ({
  scenario: id,
  alternative: scenario(id).steps.findLastIndex((step) => isMessage(step) && step.branch === 'alt' && step.msgType === '9'),
  cause: 'its price is out of the band when the venue has it',
  withLatency: true,
  async drive(story) {
    await passes(story, 0)
    await enters(story, TEN_THOUSAND)
    await otherSells(story, 1000)
    await story.crossing(
      async () => {
        if (crossing > 0) await otherSells(story, crossing)
      },
      () => outrunReplace(story, 'Y', 'X', quantity),
    )
    await otherSells(story, 100)
    await refusedByVenue(story)
  },
}))

/** The scenarios that a venue without latency can't be brought to, or not in full. The market's clock stands but for `passes`. */
export const LATENCY_RUNS: readonly Run[] = [
  ...Object.entries(DRIVERS).map(([id, drive]) => ({
    scenario: id,
    withLatency: true,
    async drive(story: Story) {
      await passes(story, 0)
      await drive(story)
    },
  })),
  ...REFUSED_IN_THE_END,
]
