import { randomBytes, randomUUID } from 'node:crypto'
import { MOST_WEBHOOKS } from '../../domain/partners/most-webhooks.ts'
import { type EventName, type PartnerEventType, TEST_EVENT } from '../../domain/partners/partner-event-type.ts'
import { ulid } from '../../domain/identifiers/ulid.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import type { Delivery, DeliveryFilter, NumberedDelivery } from '../../storage/delivery/delivery-store.ts'
import type { Webhook } from '../../storage/rows/webhook-store.ts'
import { envelope } from '../events/partner-event.ts'
import { type AttemptParts, Attempts, outcomeOf, type Sent } from './attempts.ts'
import { Endpoint } from './endpoint.ts'
import { clearOldAttempts } from './old-attempts.ts'
import { newSecret, secretText } from './signature.ts'
import { skippedFrom, skippedThrough } from './skipped.ts'

/** What an owner may change of a webhook. */
export interface WebhookChange {
  readonly url?: string
  readonly events?: readonly EventName[]
  readonly isActive?: boolean
}

/** All webhooks at work, and what their owners do with them. */
export class WebhookDispatcher {
  readonly #parts: AttemptParts
  readonly #attempts: Attempts
  readonly #endpoints = new Map<string, Endpoint>()
  /** webhooks that are being forgotten */
  readonly #forgetting = new Map<string, Promise<void>>()
  /** by partner, how many are under way */
  readonly #tests = new Map<number, number>()
  readonly #upkeep: NodeJS.Timeout

  /** Goes on where the last process stopped. */
  constructor(parts: AttemptParts) {
    this.#parts = parts
    this.#attempts = new Attempts(parts)
    for (const webhook of parts.webhooks.list()) this.#endpoints.set(webhook.id, new Endpoint(parts, webhook))
    // what the last process did not come to the end of
    for (const id of parts.deliveries.webhooks()) if (!this.#endpoints.has(id)) void this.#forget(id)
    this.#upkeep = setInterval(() => this.#keepUp(), UPKEEP_MS)
    this.#upkeep.unref()
  }

  /** While a change of a webhook is not durable. */
  get pending(): Promise<void> | undefined {
    return this.#parts.webhooks.pending
  }

  list(partner: number): readonly Webhook[] {
    return this.#parts.webhooks.list(partner)
  }

  /** Whether a partner may have one more. */
  hasRoom(partner: number): boolean {
    return this.list(partner).length < MOST_WEBHOOKS
  }

  find(partner: number, id: string): Webhook | undefined {
    const webhook = this.#parts.webhooks.find(id)
    return webhook?.partner === partner ? webhook : undefined
  }

  /** It gets what happens from now on. Resolves, with the secret that is shown once, when it is durable. */
  async create(
    partner: number,
    url: string,
    events: readonly EventName[],
    { id = randomUUID(), isActive = true }: { readonly id?: string; readonly isActive?: boolean } = {},
  ): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
    // it has the id of one whose deliveries are still being deleted: they are not its own
    const forgetting = this.#forgetting.get(id)
    if (forgetting !== undefined) await forgetting
    const now = this.#parts.now()
    const head = this.#parts.log.head(partner)
    const secret = newSecret()
    const webhook: Webhook = {
      id,
      partner,
      url,
      events,
      isActive,
      disabledReason: null,
      secret,
      previousSecrets: [],
      settledThrough: head,
      skipped: [{ after: head, through: isActive ? head : null }],
      createdAt: now,
      updatedAt: now,
    }
    await this.#parts.webhooks.add(webhook)
    // its owner may have deleted it meanwhile
    if (this.#parts.webhooks.find(id) !== undefined) this.#endpoints.set(id, new Endpoint(this.#parts, webhook))
    return { webhook, secret: secretText(secret) }
  }

  /** Resolves when it is durable; what changes nothing is not written. */
  async change(webhook: Webhook, { url = webhook.url, events = webhook.events, isActive = webhook.isActive }: WebhookChange) {
    if (url === webhook.url && isActive === webhook.isActive && JSON.stringify(events) === JSON.stringify(webhook.events)) return webhook
    const head = this.#parts.log.head(webhook.partner)
    const skipped = isActive ? skippedThrough(webhook, head) : skippedFrom(webhook, head)
    const isActivated = isActive && !webhook.isActive
    const dropped = isActivated ? (this.#endpoints.get(webhook.id)?.tooOldThrough ?? 0) : 0
    const status = isActive === webhook.isActive ? {} : { isActive, skipped, disabledReason: null }
    const settled = dropped > webhook.settledThrough ? { settledThrough: dropped } : {}
    // the days of failures are those of the receiver that is called from now on: also where it fails before this is durable, or the process ends behind that
    if (isActivated || url !== webhook.url) this.#parts.deliveries.setFailingSince(webhook.id, null)
    const changed = await this.#parts.webhooks.change(webhook.id, { url, events, ...status, ...settled, updatedAt: this.#parts.now() })
    this.#endpoints.get(webhook.id)?.wake()
    return changed ?? webhook
  }

  /** The secret before it signs beside the new one for a day; so do those that were before that one, each to the end of its own. */
  async rotateSecret(webhook: Webhook): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
    const now = this.#parts.now()
    const secret = newSecret()
    const stillSign = webhook.previousSecrets.filter(({ until }) => until > now)
    const previousSecrets = [{ secret: webhook.secret, until: now + ROTATION_MS }, ...stillSign].slice(0, MOST_PREVIOUS_SECRETS)
    const changed = await this.#parts.webhooks.change(webhook.id, { secret, previousSecrets, updatedAt: now })
    return { webhook: changed ?? webhook, secret: secretText(secret) }
  }

  /** Nothing is sent any more. Resolves when that is durable: what was outstanding, and the history, which may be long, are deleted behind it. */
  async remove({ id }: Webhook): Promise<void> {
    this.#endpoints.get(id)?.end()
    this.#endpoints.delete(id)
    const removed = this.#parts.webhooks.remove(id)
    void this.#forget(id, removed)
    await removed
  }

  #forget(id: string, removed: Promise<void> = Promise.resolve()): Promise<void> {
    const forgotten = removed.then(() => this.#parts.deliveries.remove(id)).finally(() => this.#forgetting.delete(id))
    this.#forgetting.set(id, forgotten)
    return forgotten
  }

  /** What a partner's webhooks have yet to get of what stands before a position of the journal is dropped; they themselves stay. */
  dropOutstanding(partner: number, position: number): void {
    const sequence = this.#parts.log.sequenceBeforePosition(partner, position)
    for (const webhook of this.list(partner)) {
      const { id, settledThrough } = webhook
      if (settledThrough < sequence) void this.#parts.webhooks.change(id, { settledThrough: sequence })
      this.#endpoints.get(id)?.skipThrough(webhook, sequence)
    }
  }

  /**
   * One delivery of `webhook.test`, now, whatever the webhook lists and whether or not it is active. It takes no sequence of its own. Undefined where
   * its partner has as many under way as it may have: each is a connection.
   */
  async test(webhook: Webhook): Promise<Delivery | undefined> {
    const { partner } = webhook
    const underWay = this.#tests.get(partner) ?? 0
    if (underWay >= MOST_WEBHOOKS) return undefined
    this.#tests.set(partner, underWay + 1)
    try {
      return await this.#test(webhook)
    } finally {
      this.#tests.set(partner, this.#tests.get(partner)! - 1)
    }
  }

  async #test(webhook: Webhook): Promise<Delivery> {
    const { log, now, partners } = this.#parts
    const at = now()
    const sequence = log.head(webhook.partner)
    const id = `evt_${ulid(at, randomBytes(10))}`
    const data = { webhook_id: webhook.id, message: TEST_MESSAGE }
    const json = envelope({ partners }, { id, type: TEST_EVENT, partner: webhook.partner, at, sequence, data })
    const { delivery, result } = await this.#attempts.make(
      webhook,
      { id, type: TEST_EVENT, sequence, position: 0, json },
      1,
      TEST_TIMEOUT_MS,
    )
    // it may have been deleted meanwhile, and its history with it
    const current = this.find(webhook.partner, webhook.id)
    if (current !== undefined && this.#endpoints.has(webhook.id)) {
      this.#attempts.finish(delivery, result, null)
      // a receiver that is tried before it works has not failed yet, but one that works has not failed for days
      if (result.isSuccess) await this.#attempts.judge(current, webhook.url, result)
    }
    return { ...delivery, ...outcomeOf(result, null) }
  }

  /** Sends what an attempt was about once more, soon; the event's id stays the same. */
  redeliver(webhook: Webhook, delivery: Delivery): Delivery {
    const sent = this.#sentBy(delivery)
    const attempt = this.#parts.deliveries.lastAttempt(webhook.id, delivery.eventId) + 1
    const begun = this.#attempts.begin(webhook, sent, attempt)
    void this.#endpoints.get(webhook.id)?.sendAgain(sent, begun)
    return begun
  }

  delivery(webhook: Webhook, id: string): NumberedDelivery | undefined {
    return this.#parts.deliveries.find(webhook.id, id)
  }

  /** Newest first, before a number. */
  deliveries(filter: DeliveryFilter, before: number, count: number): Promise<readonly NumberedDelivery[]> {
    return this.#parts.deliveries.list(filter, before, count)
  }

  /** Events that the active webhooks have yet to get, all together: nobody waits for what a disabled one has left. */
  get lag(): number {
    const active = this.#parts.webhooks.list().filter(({ isActive }) => isActive)
    const lags = active.map(({ id, partner }) => this.#endpoints.get(id)?.lag(this.#parts.log.head(partner)) ?? 0)
    return lags.reduce((sum, lag) => sum + lag, 0)
  }

  /** Cuts what is under way: the next process does it again. */
  async close(): Promise<void> {
    clearInterval(this.#upkeep)
    for (const endpoint of this.#endpoints.values()) endpoint.end()
    this.#parts.sender.close()
    const settled = this.#settle()
    this.#endpoints.clear()
    await Promise.all(settled)
  }

  #sentBy({ body, eventId: id, eventType, sequence, position }: Delivery): Sent {
    if (body !== null) return { id, type: TEST_EVENT, sequence, position, json: body }
    return this.#parts.log.event({ sequence, position, eventType: eventType as PartnerEventType })
  }

  #keepUp(): void {
    // a real clock that was set is noticed by looking at it
    this.#parts.dueNow()
    clearOldAttempts(this.#parts)
    void Promise.all(this.#settle())
  }

  /** Writes into the journal's file how far each has come: where to go on, should delivery.db be lost. */
  #settle(): Promise<unknown>[] {
    const { webhooks } = this.#parts
    return webhooks.list().flatMap(({ id, settledThrough: written }) => {
      const settledThrough = this.#endpoints.get(id)?.settledThrough ?? written
      return settledThrough > written ? [webhooks.change(id, { settledThrough })] : []
    })
  }
}

const TEST_MESSAGE = 'This is a test delivery.'
const TEST_TIMEOUT_MS = 10_000
const ROTATION_MS = DAY_MS
/** so that the header with their signatures stays short */
const MOST_PREVIOUS_SECRETS = 9
const UPKEEP_MS = 10_000
