import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { partnerEventsOf } from '../../src/delivery/events/partner-events.ts'
import { answer, type Behaviour, drop, RECEIVER_CERTIFICATE, WebhookReceiver } from '../support/webhook-receiver.ts'
import { Desk } from './desk.ts'
import { EventFollower } from './event-follower.ts'
import { configFile, GatewayProcess, smallBench, temporaryDirectory } from './gateway-process.ts'
import { readJournal } from './journal-story.ts'
import { RestOrders } from './rest-orders.ts'
import { seeded } from './seeded.ts'

/** The long run: `KILLS=100 npx vitest run test/system/events-kill.test.ts`. */
const KILLS = Number(process.env['KILLS'] ?? 3)
const SEED = 7

test(
  `journal, webhook receiver, event stream and drop copy hold the same events and executions after ${KILLS} times kill -9 (seed ${SEED})`,
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    const below = seeded(SEED)
    const directory = temporaryDirectory()
    const config = configFile({ ...smallBench({ sessions: KILLS + 1, symbols: 3 }), webhooks: { retry_scale: 0.001 } })
    const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(RECEIVER_CERTIFICATE) }
    const receiver = await WebhookReceiver.open()
    receiver.usually = moody(below)

    // --- a busy gateway that is killed again and again, a receiver in moods and a reader that hangs up ---
    let gateway = await GatewayProcess.start({ directory, config, environment })
    const { accounts, api_key, api_secret } = gateway.credentials
    const { body: webhook } = await (await gateway.rest()).post('/v1/webhooks', { url: receiver.url, events: [] })
    const follower = new EventFollower({ api_key, api_secret }, below)
    for (let kill = 0; kill < KILLS; kill++) {
      const following = follower.follow(gateway.credentials.base_url)
      const posting = new RestOrders(await gateway.rest(), [accounts[kill]!.id], below).postUntilItEnds(2)
      await follower.hears(follower.heard.length + 50 + below(400))
      await gateway.kill()
      await Promise.all([following, posting])
      gateway = await GatewayProcess.start({ directory, config, environment })
    }

    // --- everything arrives ---
    const following = follower.follow(gateway.credentials.base_url)
    const dropCopy = new Desk('DROP1')
    await dropCopy.logOn(gateway.credentials.fix.port)
    const story = await readJournal(directory)
    const names = story.events.flatMap(partnerEventsOf)
    const created = story.events.length - story.orderEvents.length
    expect(created).toBeGreaterThan(0)
    await follower.hears(names.length)
    await dropCopy.hearReports(story.orderEvents.length)
    const first = receiver.received.reduce((least, { body }) => Math.min(least, body.sequence), Infinity)
    const accepted = () => new Set(taken.map(({ body }) => body.sequence))
    await receiver.until(() => accepted().size === names.length - first + 1)

    // --- the stream: 1 to N, each once, as the journal has them ---
    expect(follower.heard.map(({ id, event }) => `${id} ${event}`)).toEqual(names.map((name, index) => `${index + 1} ${name}`))
    // --- the webhook: every event behind its creation, signed, and the very text of the stream ---
    const verifier = new Webhook(webhook.secret)
    for (const { text, headers, body } of receiver.received) {
      expect(verifier.verify(text, headers as Record<string, string>)).toEqual(body)
      expect(body).toEqual(follower.heard[body.sequence - 1]!.data)
    }
    // --- executions: the same four times ---
    const fills = story.orderEvents.filter(({ type }) => type === 'OrderFilled').map((event) => story.executionId(event))
    const executionsOf = (events: readonly EventBody[]) => events.flatMap(({ data }) => (data.execution ? [data.execution.id] : []))
    expect(fills.length).toBeGreaterThan(KILLS)
    expect(executionsOf(follower.heard.map(({ data }) => data))).toEqual(fills)
    const toReceiver = new Map(taken.map(({ body }) => [body.sequence, body]))
    const inOrder = [...toReceiver].sort(([a], [b]) => a - b).map(([, body]) => body)
    expect(executionsOf(inOrder)).toEqual(fills)
    const copied = dropCopy.reports.filter((message) => message.get(150) === 'F').map((message) => message.get(17))
    expect(copied).toEqual(fills)
    console.log(
      `seed ${SEED}: ${KILLS} kills, ${names.length} events, ${fills.length} executions; ${receiver.received.length} deliveries, ` +
        `${taken.length} of them accepted`,
    )

    expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
    await following
    await receiver.close()
  },
)

/** Deliveries that the receiver has said yes to. */
const taken: { readonly body: EventBody & { readonly sequence: number } }[] = []

interface EventBody {
  readonly data: { readonly execution?: { readonly id: string } }
}

/** Fails, redirects, drops and hangs for a moment, but no event more than twice: the sandbox has four attempts. */
function moody(below: (below: number) => number): Behaviour {
  const refused = new Map<string, number>()
  return (response, received) => {
    const times = refused.get(received.body.id) ?? 0
    const mood = times < 2 ? below(12) : 11
    if (mood < 6) refused.set(received.body.id, times + 1)
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
        taken.push(received)
        return answer(200)(response, received)
    }
  }
}
