import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { partnerEventsOf } from '../../src/delivery/events/partner-events.ts'
import { connectTo, RestClient, type Transport } from '../support/rest-client.ts'
import { answer, type Behaviour, drop, type Received, RECEIVER_CERTIFICATE, WebhookReceiver } from '../support/webhook-receiver.ts'
import { Desk } from './desk.ts'
import { EventFollower } from './event-follower.ts'
import { configFile, GatewayProcess, smallBench, temporaryDirectory } from './gateway-process.ts'
import { type JournalStory, readJournal } from './journal-story.ts'
import { RestOrders } from './rest-orders.ts'
import { type Said, traffic } from './traffic.ts'

export interface RecordsProofOptions {
  readonly kills: number
  readonly below: (below: number) => number
  /** Resolves when it is time for the next kill, and after the last one for the end of the load. `hears`: so many events more were heard. */
  readonly wait: (kill: number, hears: (events: number) => Promise<void>) => Promise<void>
}

export interface RecordsProof {
  readonly orders: number
  /** of the partner, in the journal */
  readonly events: number
  readonly executions: number
  /** attempts that the receiver saw, and those that it said yes to */
  readonly deliveries: number
  readonly accepted: number
  /** the reader came back so often */
  readonly streams: number
  /** messages that the drop copy was sent once more at the end, from number 1 on */
  readonly resent: number
  /** from kill -9 to the line that says that everything listens */
  readonly restartsMs: readonly number[]
  /** from the end of the load until every record was whole */
  readonly catchUpMs: number
}

const SYMBOLS = 3

/**
 * Orders over REST and FIX at random, with a webhook whose receiver fails, redirects, hangs and drops, an event stream whose reader hangs up,
 * and a drop copy that comes and goes, while the gateway is killed again and again. In the end the journal, the receiver, the reader and the
 * drop copy hold the same: throws with the first difference.
 */
export async function proveRecords({ kills, below, wait }: RecordsProofOptions): Promise<RecordsProof> {
  const directory = temporaryDirectory()
  const config = configFile({ ...smallBench({ sessions: 2, symbols: SYMBOLS }), webhooks: { retry_scale: 0.001 } })
  const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(RECEIVER_CERTIFICATE) }
  const receiver = await WebhookReceiver.open()
  let gateway = await GatewayProcess.start({ directory, config, environment })
  const { accounts, api_key, api_secret } = gateway.credentials

  // one client for all of the gateways, which have one document
  const transport: Transport = (request) => connectTo(gateway.credentials.base_url)(request)
  const rest = await RestClient.of(transport, { 'x-api-key': api_key, 'x-api-secret': api_secret })
  const begun = partnerEventsIn(await readJournal(directory)).length
  const { body: webhook } = await rest.post('/v1/webhooks', { url: receiver.url, events: [] })
  const deliveries = new Deliveries(webhook.secret as string, below)
  receiver.usually = deliveries.behave

  const follower = new EventFollower({ api_key, api_secret }, below)
  const hears = (events: number): Promise<void> => follower.hears(follower.heard.length + events)
  const desk = new Desk('CLIENT1')
  const dropCopy = new Desk('DROP1')
  const talk = new Talk(desk, below)
  const posting = new RestOrders(rest, [accounts[1]!.id], below, () => talk.goOn())
  const restartsMs: number[] = []

  // --- a busy gateway that is killed again and again ---
  for (let kill = 0; kill <= kills; kill++) {
    const { port } = gateway.credentials.fix
    const following = follower.follow(gateway.credentials.base_url)
    await desk.logOn(port)
    // the drop copy is there, or leaves in the middle, or has missed this one
    const isThere = below(3) > 0
    if (isThere) await dropCopy.logOn(port)
    const posted = posting.postUntilItEnds(2)
    await wait(kill, hears)
    if (kill === kills) {
      posting.stop()
      await posted
      await desk.caughtUp()
      break
    }
    if (isThere && below(3) === 0) await dropCopy.drop()
    await gateway.kill()
    await Promise.all([following, posted, desk.disconnected(), dropCopy.disconnected()])
    const killedAt = performance.now()
    gateway = await GatewayProcess.start({ directory, config, environment })
    restartsMs.push(performance.now() - killedAt)
  }

  // --- everything arrives ---
  const endedAt = performance.now()
  const story = await readJournal(directory)
  const names = partnerEventsIn(story)
  if (!dropCopy.isConnected) await dropCopy.logOn(gateway.credentials.fix.port)
  await dropCopy.hearReports(story.orderEvents.length)
  await follower.hears(names.length)
  await receiver.until(() => deliveries.accepted.size >= names.length - begun)
  const catchUpMs = performance.now() - endedAt
  const resent = await dropCopy.hearAgain()

  // --- the stream: 1 to N, each once, as the journal has them ---
  expectSame(
    'the stream and the journal',
    follower.heard.map(({ id, event }) => `${id} ${event}`),
    names.map((name, index) => `${index + 1} ${name}`),
  )
  // --- the webhook: every event behind its creation, signed, and the very text of the stream ---
  const received = [...deliveries.accepted].sort(([a], [b]) => a - b)
  expectSame(
    'the receiver and the stream',
    received.map(([, { body }]) => JSON.stringify(body)),
    follower.heard.slice(begun).map(({ data }) => JSON.stringify(data)),
  )
  deliveries.expectAllSigned()
  // --- executions: the same four times ---
  const executions = story.orderEvents.filter(({ type }) => type === 'OrderFilled').map((event) => story.executionId(event))
  expectSame('executions of the stream and the journal', executionsOf(follower.heard.map(({ data }) => data as EventBody)), executions)
  expectSame('executions of the receiver and the journal', executionsOf(received.map(([, { body }]) => body as EventBody)), executions)
  for (const [what, reports] of [
    ['executions of the drop copy and the journal', dropCopy.reports],
    ['executions of the resend and the journal', resent],
  ] as const)
    expectSame(
      what,
      reports.filter((report) => report.get(150) === 'F').map((report) => report.get(17)!),
      executions,
    )

  const { code, signal, stderr } = await gateway.terminate()
  if (code !== 0 || stderr !== '') throw new Error(`the gateway ended with ${code ?? signal}: ${stderr}`)
  await receiver.close()
  return {
    orders: posting.posted.length + talk.orders,
    events: names.length,
    executions: executions.length,
    deliveries: receiver.received.length,
    accepted: deliveries.accepted.size,
    streams: follower.streams,
    resent: resent.length,
    restartsMs,
    catchUpMs,
  }
}

/** What a desk says: with every answer that another client gets, now and then some of its traffic. */
class Talk {
  orders = 0
  readonly #desk: Desk
  readonly #below: (below: number) => number
  #rest: Said[] = []
  #begun = 0

  constructor(desk: Desk, below: (below: number) => number) {
    this.#desk = desk
    this.#below = below
  }

  goOn(): void {
    if (this.#below(4) > 0) return
    if (this.#rest.length === 0) this.#rest = traffic(100, { prefix: `talk${this.#begun++}`, symbols: SYMBOLS, below: this.#below })
    const said = this.#rest.splice(0, 1 + this.#below(5))
    this.orders += said.filter(([type]) => type === 'D').length
    this.#desk.sayAll(said)
  }
}

/** What a receiver makes of its deliveries. */
class Deliveries {
  /** those that it has said yes to, by sequence */
  readonly accepted = new Map<number, Received>()
  readonly #verifier: Webhook
  readonly #below: (below: number) => number
  readonly #refused = new Map<number, number>()
  #unsigned: Received | undefined

  constructor(secret: string, below: (below: number) => number) {
    this.#verifier = new Webhook(secret)
    this.#below = below
  }

  /** Fails, redirects, drops and hangs for a moment, but no event more than twice: the sandbox has four attempts. */
  readonly behave: Behaviour = (response, received) => {
    const { sequence } = received.body as { readonly sequence: number }
    this.#check(received)
    const times = this.#refused.get(sequence) ?? 0
    const mood = times < 2 ? this.#below(12) : 11
    if (mood < 6) this.#refused.set(sequence, times + 1)
    switch (mood) {
      case 0:
        return answer(500, 'not now')(response, received)
      case 1:
        return answer(307, '', { location: '/elsewhere' })(response, received)
      case 2:
      case 3:
        return drop(response, received)
      case 4:
      case 5:
        setTimeout(() => response.socket?.destroy(), 50)
        return
      default:
        this.accepted.set(sequence, received)
        return answer(200)(response, received)
    }
  }

  expectAllSigned(): void {
    if (this.#unsigned !== undefined) throw new Error(`a delivery was not signed as Standard Webhooks says: ${this.#unsigned.text}`)
  }

  /** At once: a signature is good for five minutes. */
  #check(received: Received): void {
    try {
      this.#verifier.verify(received.text, received.headers as Record<string, string>)
    } catch {
      this.#unsigned ??= received
    }
  }
}

interface EventBody {
  readonly data: { readonly execution?: { readonly id: string } }
}

const executionsOf = (events: readonly EventBody[]): string[] => events.flatMap(({ data }) => (data.execution ? [data.execution.id] : []))

const partnerEventsIn = (story: JournalStory) => story.events.flatMap(partnerEventsOf)

/** Throws with the first difference: the lists are long. */
function expectSame(what: string, found: readonly string[], expected: readonly string[]): void {
  const at = expected.findIndex((one, index) => one !== found[index])
  if (at < 0 && found.length === expected.length) return
  const index = at < 0 ? expected.length : at
  throw new Error(
    `${what} differ at ${index} of ${expected.length} (found ${found.length}): found ${found[index]}, expected ${expected[index]}`,
  )
}
