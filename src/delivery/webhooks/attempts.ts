import { randomUUID } from 'node:crypto'
import type { EventName } from '../../domain/partners/partner-event-type.ts'
import type { PartnerView } from '../../domain/view.ts'
import type { Delivery, DeliveryOutcome, DeliveryStore } from '../../storage/delivery/delivery-store.ts'
import type { Webhook, WebhookStore } from '../../storage/rows/webhook-store.ts'
import type { Projection } from '../../storage/projector/projection.ts'
import { type EventFeed, needsReadModel } from '../events/event-feed.ts'
import type { EventLog } from '../events/event-log.ts'
import type { PartnerEvent } from '../events/partner-event.ts'
import type { Slices } from '../slices.ts'
import { GIVING_UP_MS } from './schedule.ts'
import type { Sender, SendResult } from './sender.ts'
import { skippedFrom } from './skipped.ts'

export interface AttemptParts {
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
  readonly feed: EventFeed
  readonly log: EventLog
  readonly slices: Slices
  readonly sender: Sender
  readonly partners: readonly PartnerView[]
  readonly readModel: Pick<Projection, 'projectedThrough' | 'caughtUp'>
  /** real clock, epoch ms */
  readonly now: () => number
  /** see dueClock */
  readonly dueNow: () => number
  /** multiplies the delays between attempts */
  readonly retryScale: number
  /** receivers that are not out on the internet; null = those of sandbox partners */
  readonly allowPrivateTargets: boolean | null
  readonly onAttempt: (isSuccess: boolean) => void
}

/** What is sent: an event, or a test. */
export type Sent = Pick<PartnerEvent, 'id' | 'json' | 'sequence' | 'position'> & { readonly type: EventName }

/** Makes attempts, keeps what became of them, and draws the conclusions for the webhook. */
export class Attempts {
  readonly #parts: AttemptParts

  constructor(parts: AttemptParts) {
    this.#parts = parts
  }

  /** Resolves when what is sent can be made. */
  async whenReady({ type, position }: Pick<Sent, 'type' | 'position'>): Promise<void> {
    const { readModel } = this.#parts
    if (needsReadModel(type) && readModel.projectedThrough < position) await readModel.caughtUp(position + 1)
  }

  /** Writes the attempt down as pending, and makes it. */
  async make(
    webhook: Webhook,
    sent: Sent,
    attempt: number,
    timeoutMs = TIMEOUT_MS,
  ): Promise<{ readonly delivery: Delivery; readonly result: SendResult }> {
    const delivery = this.begin(webhook, sent, attempt)
    return { delivery, result: await this.send(webhook, sent, attempt, timeoutMs) }
  }

  begin(webhook: Webhook, sent: Sent, attempt: number): Delivery {
    const body = sent.position === 0 ? sent.json : null
    const delivery = newDelivery(webhook, sent, { attempt, status: 'pending', attemptedAt: this.#parts.now(), body })
    this.#parts.deliveries.add(delivery)
    return delivery
  }

  async send(webhook: Webhook, { id, json }: Sent, attempt: number, timeoutMs = TIMEOUT_MS): Promise<SendResult> {
    const { sender, partners, allowPrivateTargets, now, onAttempt } = this.#parts
    const { secret, previousSecrets, partner } = webhook
    const at = now()
    const result = await sender.send({
      url: webhook.url,
      id,
      body: json,
      secrets: [secret, ...previousSecrets.filter(({ until }) => until > at).map((previous) => previous.secret)],
      attempt,
      timeoutMs,
      allowPrivate: allowPrivateTargets ?? partners[partner]!.environment === 'sandbox',
    })
    onAttempt(result.isSuccess)
    return result
  }

  finish({ id }: Delivery, result: SendResult, nextAttemptAt: number | null): void {
    this.#parts.deliveries.finish(id, outcomeOf(result, nextAttemptAt))
  }

  /**
   * Disables a webhook whose receiver says that it is gone, or has failed for days. `calledAt`: the URL of the receiver; what it says counts for nothing
   * where the owner has named another since.
   */
  async judge(webhook: Webhook, calledAt: string, { isSuccess, responseStatus }: SendResult): Promise<void> {
    if (calledAt !== webhook.url) return
    const { deliveries, dueNow } = this.#parts
    const failingSince = deliveries.progress(webhook.id)?.failingSince ?? null
    if (isSuccess) {
      if (failingSince !== null) deliveries.setFailingSince(webhook.id, null)
      return
    }
    if (failingSince === null) deliveries.setFailingSince(webhook.id, dueNow())
    if (!webhook.isActive) return
    if (responseStatus === GONE) await this.#disable(webhook, 'gone')
    else if (failingSince !== null && dueNow() - failingSince >= GIVING_UP_MS) await this.#disable(webhook, 'delivery_failures')
  }

  async #disable(webhook: Webhook, disabledReason: 'gone' | 'delivery_failures'): Promise<void> {
    const { webhooks, log, now } = this.#parts
    const skipped = skippedFrom(webhook, log.head(webhook.partner))
    await webhooks.change(webhook.id, { isActive: false, disabledReason, skipped, updatedAt: now() })
  }
}

/** As it is written down first: nothing has come of it. */
export function newDelivery(
  { id: webhook, url }: Webhook,
  { id: eventId, type: eventType, sequence, position }: Omit<Sent, 'json'>,
  { attempt, status, attemptedAt, body }: Pick<Delivery, 'attempt' | 'status' | 'attemptedAt' | 'body'>,
): Delivery {
  return {
    id: randomUUID(),
    webhook,
    eventId,
    eventType,
    sequence,
    position,
    attempt,
    status,
    url,
    responseStatus: null,
    responseBody: null,
    error: null,
    durationMs: null,
    attemptedAt,
    nextAttemptAt: null,
    body,
  }
}

/** What the history says of an attempt. */
export function outcomeOf(result: SendResult, nextAttemptAt: number | null): DeliveryOutcome {
  const { isSuccess, responseStatus, responseBody, error, durationMs } = result
  return { status: isSuccess ? 'succeeded' : 'failed', responseStatus, responseBody, error, durationMs, nextAttemptAt }
}

const GONE = 410
const TIMEOUT_MS = 15_000
