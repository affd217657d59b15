import assert from 'node:assert'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { partnerEventsOf } from '../../src/delivery/events/partner-events.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'
import { answer, type Behaviour, drop, WebhookReceiver } from '../support/webhook-receiver.ts'
import { ordersOf, orderText, readBooks, restOrderText, sameLists } from '../system/books.ts'
import { EventFollower } from '../system/event-follower.ts'
import { GatewayProcess, type ProcessOptions, ROOT, smallBench } from '../system/gateway-process.ts'
import { expectedReports, type JournalStory, readJournal, replayFromSnapshot } from '../system/journal-story.ts'
import { type PostedOrder, RestOrders } from '../system/rest-orders.ts'
import { seeded } from '../system/seeded.ts'
import { traffic } from '../system/traffic.ts'
import { StrictDesk } from './strict-desk.ts'

const DESKS = 3
const SYMBOLS = 3
/** of each desk between two crashes; about twice as many reports come of them */
const ORDERS = 150
const SAID_AT_ONCE = 20
/** of the kills hit a gateway that is starting: one of so many */
const STARTING = 8
const LONGEST_START_MS = 2_500

export interface CrashOptions {
  readonly directory: string
  readonly seed: number
  readonly kills: number
  /** by Date.now(): no further kill after it, but for the first */
  readonly until: number
  /** as of GatewayProcess */
  readonly atTheEnd?: ProcessOptions['atTheEnd']
}

/** What was proved of one data directory. */
export interface CrashOutcome {
  readonly kills: number
  /** of them, before the gateway listened */
  readonly whileStarting: number
  readonly events: number
  readonly orders: number
  readonly executions: number
  /** REST orders whose answer a kill took: repeated, each was there once */
  readonly cutRequests: number
  readonly deliveries: number
  /** from the start of a process until it listened, ms, in order */
  readonly restarts: readonly number[]
}

/**
 * Kills the real process at random moments, under load and while it starts, again and again on one data directory; after each kill desks, REST and
 * webhooks go on, and in the end everybody has to have heard exactly what the journal says. Throws where something is lost, doubled or different.
 */
export async function proveCrashes({ directory, seed, kills, until, atTheEnd }: CrashOptions): Promise<CrashOutcome> {
  const below = seeded(seed)
  const config = join(directory, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({ ...smallBench({ sessions: DESKS + 1, symbols: SYMBOLS }), webhooks: { allow_http: true, retry_scale: 0.001 } }),
  )
  const options: ProcessOptions = { directory: join(directory, 'data'), config, ...(atTheEnd && { atTheEnd }) }
  const receiver = await WebhookReceiver.open({ isSecure: false })
  const accepted = new Set<number>()
  receiver.usually = moody(below, accepted)

  const restarts: number[] = []
  const start = async (): Promise<GatewayProcess> => {
    const begun = Date.now()
    const started = await GatewayProcess.start(options)
    restarts.push(Date.now() - begun)
    return started
  }
  let gateway = await start()
  const { accounts, api_key, api_secret } = gateway.credentials
  const headers = { 'x-api-key': api_key, 'x-api-secret': api_secret }
  // its port changes with every start
  const rest = await RestClient.of((request) => connectTo(gateway.credentials.base_url)(request), headers)
  await rest.post('/v1/webhooks', { url: receiver.url, events: [] })
  const desks = Array.from({ length: DESKS }, (_, index) => new StrictDesk(`CLIENT${index + 1}`, { asksByLogon: index === 1 }))
  const watching = new StrictDesk('DROP1')
  const follower = new EventFollower({ api_key, api_secret }, below)
  const posted = new RestOrders(rest, [accounts[0]!.id, accounts[DESKS]!.id], below)
  const counts = { kills: 0, whileStarting: 0, cutRequests: 0 }

  // --- life between crashes ---
  let repeated = 0
  // at least one: what nobody has heard of can't be held against the journal
  while (counts.kills < kills && (counts.kills === 0 || Date.now() < until)) {
    const everybody = [...desks, watching]
    for (const desk of everybody) await desk.logOn(gateway.credentials.fix.port)
    for (const desk of desks) await desk.answered()
    counts.cutRequests += await repeatAll(posted.posted.slice(repeated), rest)
    repeated = posted.posted.length
    const following = follower.follow(gateway.credentials.base_url)
    const posting = posted.postUntilItEnds(2)
    // what becomes of this is seen when they are back
    await trade({ desks, killAfter: 1 + below(DESKS * ORDERS * 2), below, round: counts.kills })
    // not on the border of a report alone
    await pause(below(12))
    await gateway.kill()
    counts.kills++
    await Promise.all([following, posting, ...everybody.map((desk) => desk.disconnected())])
    if (below(STARTING) === 0) {
      const unlucky = new GatewayProcess(options)
      await pause(below(LONGEST_START_MS))
      await unlucky.kill()
      counts.kills++
      counts.whileStarting++
    }
    gateway = await start()
  }

  // --- everything arrives ---
  const following = follower.follow(gateway.credentials.base_url)
  const away = new StrictDesk('DROP2')
  const copies = [watching, away]
  for (const desk of [...desks, watching]) await desk.logOn(gateway.credentials.fix.port)
  for (const desk of desks) await desk.answered()
  counts.cutRequests += await repeatAll(posted.posted.slice(repeated), rest)
  for (const desk of [...desks, watching]) await desk.caughtUp()
  const story = await readJournal(options.directory)
  const names = story.events.flatMap(partnerEventsOf)
  await away.logOn(gateway.credentials.fix.port)
  await away.hearReports(story.orderEvents.length)
  await away.caughtUp()
  await follower.hears(names.length)
  const first = [...accepted].reduce((least, sequence) => Math.min(least, sequence), Infinity)
  await receiver.until(() => accepted.size === names.length - first + 1)

  // --- and is what the journal says ---
  assert.deepStrictEqual(story.check.faults, [])
  desks.forEach(({ told }, index) => sameLists(told, expectedReports(story, index + 1)))
  for (const { told } of copies) sameLists(told, expectedReports(story, 'drop-copy'))
  sameLists(
    follower.heard.map(({ id, event }) => `${id} ${event}`),
    names.map((name, index) => `${index + 1} ${name}`),
  )
  const fills = story.orderEvents.filter(({ type }) => type === 'OrderFilled').map((event) => story.executionId(event))
  assert.strictEqual(new Set(fills).size, fills.length)
  sameLists(executionsIn(follower), fills)
  const books = await readBooks(gateway, rest)
  sameLists(books.orders.map(restOrderText).sort(), ordersInWords(story))
  for (const desk of [...desks, ...copies])
    assert.deepStrictEqual(books.sessions[desk.compId], { next_inbound: desk.next, next_outbound: desk.expected })
  for (const desk of [...desks, ...copies]) await desk.hearAgain(Math.max(1, desk.expected - 500))

  // --- with and without a snapshot ---
  for (const desk of [...desks, ...copies]) await desk.logOut()
  assert.deepStrictEqual(await endOf(gateway), { code: 0, stderr: '' })
  await following
  await receiver.close()
  const whole = await readJournal(options.directory)
  assert.deepStrictEqual([whole.check.faults, whole.check.through], [[], whole.batchEnds.at(-1)])
  const middle = whole.batchEnds[Math.floor(whole.batchEnds.length / 2)]!
  execFileSync(process.execPath, ['run.js', 'src/recovery/snapshotter.ts', options.directory, String(middle)], { cwd: ROOT })
  assert.deepStrictEqual(await replayFromSnapshot(options.directory), { fingerprint: whole.fingerprint, from: middle + 1 })

  return {
    ...counts,
    events: whole.events.length,
    orders: ordersOf(whole).length,
    executions: fills.length,
    deliveries: receiver.received.length,
    restarts,
  }
}

/** All desks at once; resolves when they have heard so many reports, or every answer. */
async function trade({
  desks,
  killAfter,
  below,
  round,
}: {
  readonly desks: readonly StrictDesk[]
  readonly killAfter: number
  readonly below: (below: number) => number
  readonly round: number
}): Promise<void> {
  const said = desks.map((desk) => traffic(ORDERS, { prefix: `${desk.compId}-${round}`, symbols: SYMBOLS, below }))
  let heard = 0
  let isSaid = false
  const enough = new Promise<void>((resolve) => {
    for (const desk of desks)
      desk.whenTold(() => {
        if (++heard >= killAfter || (isSaid && desks.every(({ waitsFor }) => waitsFor === 0))) resolve()
      })
  })
  // several reads of the gateway
  for (let from = 0; said.some(({ length }) => length > from); from += SAID_AT_ONCE) {
    desks.forEach((desk, index) => desk.trade(said[index]!.slice(from, from + SAID_AT_ONCE)))
    await pause(1)
  }
  isSaid = true
  await Promise.race([enough, ...desks.map(({ failed }) => failed)])
}

/** Sends REST orders once more, each of which a kill may have cut off: it is there once. Returns how many of them had no answer before. */
async function repeatAll(orders: readonly PostedOrder[], rest: RestClient): Promise<number> {
  let cut = 0
  for (const one of orders) {
    const { status, body, headers } = await rest.post(one.url, one.body)
    if (one.answer === undefined) {
      cut++
      assert.ok(status === 200 || status === 201, `${status} ${JSON.stringify(body)}`)
    } else assert.deepStrictEqual([status, headers['idempotent-replayed'], body.id], [200, 'true', one.answer.body.id])
  }
  return cut
}

const executionsIn = ({ heard }: EventFollower): string[] =>
  heard.flatMap(({ data }) => {
    const { execution } = (data as { readonly data: { readonly execution?: { readonly id: string } } }).data
    return execution === undefined ? [] : [execution.id]
  })

const ordersInWords = (story: JournalStory): string[] =>
  ordersOf(story)
    .map((order) => orderText(story, order))
    .sort()

async function endOf(gateway: GatewayProcess): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const { code, stderr } = await gateway.terminate()
  return { code, stderr }
}

/** Fails or drops one delivery of six, but no event more than twice: the sandbox has four attempts. */
function moody(below: (below: number) => number, accepted: Set<number>): Behaviour {
  const refused = new Map<string, number>()
  return (response, received) => {
    const times = refused.get(received.body.id) ?? 0
    const mood = times < 2 ? below(12) : 11
    if (mood < 2) {
      refused.set(received.body.id, times + 1)
      return mood === 0 ? drop(response, received) : answer(500)(response, received)
    }
    accepted.add(received.body.sequence)
    return answer(200)(response, received)
  }
}
