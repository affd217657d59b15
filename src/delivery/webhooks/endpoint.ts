import type { Delivery, DeliveryStore, DueDelivery } from '../../storage/delivery/delivery-store.ts'
import type { Webhook } from '../../storage/rows/webhook-store.ts'
import type { Following } from '../events/event-feed.ts'
import type { PartnerEvent } from '../events/partner-event.ts'
import { Attempts, type AttemptParts, newDelivery, type Sent } from './attempts.ts'
import { GIVING_UP_MS, retryDelayMs } from './schedule.ts'
import { isSkipped } from './skipped.ts'

/** One webhook at work: takes its partner's events, sends what is due, and keeps in the file what is outstanding. */
export class Endpoint {
  readonly #parts: AttemptParts
  readonly #attempts: Attempts
  readonly #webhookId: string
  readonly #store: DeliveryStore
  /** sequences */
  readonly #inFlight = new Set<number>()
  #following: Following | undefined
  readonly #taken: PartnerEvent[] = []
  /** what its owner has asked for once more, and which has yet to be sent */
  readonly #again: { readonly sent: Sent; readonly begun: Delivery }[] = []
  /** … and is under way */
  #againInFlight = 0
  /** enough is waiting */
  #isFull = false
  #hasEnded = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: AttemptParts, webhook: Webhook) {
    this.#parts = parts
    this.#attempts = new Attempts(parts)
    this.#webhookId = webhook.id
    this.#store = parts.deliveries
    const known = this.#store.progress(webhook.id)?.taken
    const taken = Math.max(known ?? 0, webhook.settledThrough)
    if (known === undefined) this.#store.setTaken(webhook.id, taken)
    this.#follow(webhook, taken)
  }

  /** Looks at what is due. */
  wake(): void {
    if (!this.#hasEnded) this.#parts.slices.request(this.#step)
  }

  /** The newest event that is outstanding for too long to be delivered to a webhook that becomes active again; 0 = none. */
  get tooOldThrough(): number {
    return this.#store.newestTakenBefore(this.#webhookId, this.#parts.dueNow() - GIVING_UP_MS)
  }

  /** Events up to this one, to which the webhook is settled now, are not taken any more; an attempt that is under way is the last of its event. */
  skipThrough(webhook: Webhook, sequence: number): void {
    this.#following?.end()
    // what of it is behind the sequence comes again
    this.#taken.length = 0
    const taken = Math.max(this.#store.progress(webhook.id)?.taken ?? 0, sequence)
    this.#store.setTaken(webhook.id, taken)
    this.#follow(webhook, taken)
  }

  #follow({ partner }: Webhook, after: number): void {
    this.#following = this.#parts.feed.follow(partner, after, (event) => this.#take(event))
    this.wake()
  }

  /** Everything of the partner's events up to this one is delivered, given up, dropped or not wanted, and gone from the file. */
  get settledThrough(): number {
    const oldest = this.#store.oldestDue(this.#webhookId)
    return oldest === undefined ? (this.#store.progress(this.#webhookId)?.taken ?? 0) : oldest - 1
  }

  /** How many of the partner's events, `head` of them, it has yet to get: not taken so far, or outstanding, retries included. */
  lag(head: number): number {
    const taken = this.#store.progress(this.#webhookId)?.taken ?? head
    return Math.max(0, head - taken) + this.#store.outstanding(this.#webhookId)
  }

  end(): void {
    this.#hasEnded = true
    this.#following?.end()
    this.#following = undefined
    clearTimeout(this.#timer)
    this.#parts.slices.forget(this.#step)
    this.#parts.slices.forget(this.#stepAgain)
  }

  get #webhook(): Webhook | undefined {
    return this.#parts.webhooks.find(this.#webhookId)
  }

  #take(event: PartnerEvent): boolean {
    this.#taken.push(event)
    if (this.#taken.length === 1) void this.#keepOnceDurable()
    return this.#taken.length < TAKEN_AT_ONCE && !this.#isFull
  }

  /** Whether an event is wanted or skipped is kept once the webhook is durable as it says so: a process that is killed before leaves it to the next one. */
  async #keepOnceDurable(): Promise<void> {
    const { webhooks } = this.#parts
    do await webhooks.writing(this.#webhookId)
    while (webhooks.writing(this.#webhookId) !== undefined)
    this.#keep()
  }

  /** What was taken is outstanding from here on, also after a crash. */
  #keep(): void {
    const webhook = this.#webhook
    const events = this.#taken.splice(0)
    if (this.#hasEnded || webhook === undefined || events.length === 0) return
    this.#store.atomically(() => {
      for (const event of events) if (isWanted(webhook, event)) this.#keepOne(webhook, event)
      this.#store.setTaken(webhook.id, events.at(-1)!.sequence)
    })
    this.#isFull = !hasRoom(webhook, this.#waiting(webhook), MOST_WAITING)
    this.wake()
  }

  #keepOne(webhook: Webhook, event: PartnerEvent): void {
    const { sequence, position, type } = event
    if (!isSkipped(webhook, sequence)) {
      const now = this.#parts.dueNow()
      this.#store.putDue(webhook.id, { sequence, position, eventType: type, attempt: 1, dueAt: now, takenAt: now })
      return
    }
    this.#store.add(newDelivery(webhook, event, { attempt: 0, status: 'skipped', attemptedAt: this.#parts.now(), body: null }))
  }

  readonly #step = (): number => {
    const webhook = this.#webhook
    if (webhook === undefined) return 0
    if (this.#hasDropped(webhook)) {
      this.#store.dropPieceThrough(webhook.id, webhook.settledThrough)
      this.wake()
      return 0
    }
    const started = webhook.isActive ? this.#startDue(webhook) : 0
    if (hasRoom(webhook, this.#waiting(webhook), FEW_WAITING)) {
      this.#isFull = false
      this.#following?.resume()
    }
    return started * ATTEMPT_MS
  }

  /** What was dropped is gone from the file in slices, also in those of the next process: others wait while thousands are deleted. */
  #hasDropped({ id, settledThrough }: Webhook): boolean {
    return (this.#store.oldestDue(id) ?? Infinity) <= settledThrough
  }

  /** Makes an attempt that was begun for its owner, beside those that are due, as soon as few are under way, and whether or not the webhook is active. */
  async sendAgain(sent: Sent, begun: Delivery): Promise<void> {
    // the read model may be made anew, and not be there yet
    await this.#attempts.whenReady(sent)
    if (this.#hasEnded) return
    this.#again.push({ sent, begun })
    this.#parts.slices.request(this.#stepAgain)
  }

  readonly #stepAgain = (): number => {
    const webhook = this.#webhook
    // each is a connection: thousands may be asked for within the time that a receiver has
    if (webhook === undefined || this.#againInFlight >= CONCURRENCY) return 0
    const next = this.#again.shift()
    if (next === undefined) return 0
    this.#againInFlight++
    void this.#attemptAgain(webhook, next.sent, next.begun).finally(() => {
      this.#againInFlight--
      if (!this.#hasEnded) this.#parts.slices.request(this.#stepAgain)
    })
    if (this.#again.length > 0) this.#parts.slices.request(this.#stepAgain)
    return ATTEMPT_MS
  }

  async #attemptAgain(webhook: Webhook, sent: Sent, begun: Delivery): Promise<void> {
    this.#store.setBegun(begun.id, { url: webhook.url, attemptedAt: this.#parts.now() })
    const result = await this.#attempts.send(webhook, sent, begun.attempt)
    const current = this.#webhook
    if (this.#hasEnded || current === undefined) return
    this.#attempts.finish(begun, result, null)
    if (result.isSuccess && sent.position > 0) this.#store.dropDue(current.id, sent.sequence)
    await this.#attempts.judge(current, webhook.url, result)
    this.wake()
  }

  #isOutstanding({ id, settledThrough }: Webhook, { sequence }: DueDelivery): boolean {
    return sequence > settledThrough && this.#store.isDue(id, sequence)
  }

  #waiting({ id }: Webhook): number {
    return this.#store.countDue(id, this.#parts.dueNow(), MOST_WAITING)
  }

  #startDue(webhook: Webhook): number {
    const now = this.#parts.dueNow()
    const free = CONCURRENCY - this.#inFlight.size
    if (free <= 0) return 0
    const waiting = this.#store.due(webhook.id, now, CONCURRENCY).filter(({ sequence }) => !this.#inFlight.has(sequence))
    const due = waiting.slice(0, free)
    for (const delivery of due) void this.#attempt(delivery, this.#parts.log.event(delivery))
    this.#sleep(now)
    return due.length
  }

  /** Until the next is due; those that are due now wait for one that is under way. */
  #sleep(now: number): void {
    clearTimeout(this.#timer)
    const next = this.#store.nextDueAfter(this.#webhookId, now)
    if (next !== undefined) this.#timer = setTimeout(() => this.wake(), Math.min(next - now, LONGEST_TIMER_MS))
  }

  async #attempt(due: DueDelivery, event: PartnerEvent): Promise<void> {
    this.#inFlight.add(due.sequence)
    await this.#attempts.whenReady(event)
    // its owner may have changed it meanwhile, or what was outstanding been dropped
    const webhook = this.#webhook
    if (this.#hasEnded || webhook === undefined) return
    if (!webhook.isActive || !this.#isOutstanding(webhook, due)) {
      this.#inFlight.delete(due.sequence)
      this.wake()
      return
    }
    const { delivery, result } = await this.#attempts.make(webhook, event, this.#attemptOf(due, event))
    this.#inFlight.delete(due.sequence)
    const current = this.#webhook
    if (this.#hasEnded || current === undefined) return
    const { partners, now, dueNow } = this.#parts
    const { environment } = partners[current.partner]!
    // a redelivery has succeeded meanwhile, or what was outstanding was dropped
    const isOver = result.isSuccess || !this.#isOutstanding(current, due)
    const delay = isOver
      ? undefined
      : retryDelayMs({
          environment,
          attempt: due.attempt,
          scale: this.#parts.retryScale,
          random: Math.random(),
          retryAfterMs: result.retryAfterMs,
        })
    this.#store.atomically(() => {
      this.#attempts.finish(delivery, result, delay === undefined ? null : now() + delay)
      if (delay === undefined) this.#store.dropDue(current.id, due.sequence)
      else this.#store.putDue(current.id, { ...due, attempt: due.attempt + 1, dueAt: dueNow() + delay })
    })
    await this.#attempts.judge(current, webhook.url, result)
    this.wake()
  }

  /** The number of the attempt that is due: one that the end of a process cut off, or a redelivery that was asked for meanwhile, has its own. */
  #attemptOf({ attempt }: DueDelivery, { id }: PartnerEvent): number {
    return Math.max(attempt, this.#store.lastAttempt(this.#webhookId, id) + 1)
  }
}

function isWanted({ events }: Webhook, { type }: PartnerEvent): boolean {
  return events.length === 0 || events.includes(type)
}

/** While it is disabled everything is taken: what is skipped is told as it comes, and the age of what is outstanding is counted from here on. */
function hasRoom({ isActive }: Webhook, waiting: number, most: number): boolean {
  return !isActive || waiting < most
}

/** to one receiver at a time, of those that are due and again of those that its owner has asked for: a dead one delays nobody else's */
const CONCURRENCY = 4
const TAKEN_AT_ONCE = 64
/** events that wait for their first attempt or are due again: no more are taken before there are few */
const MOST_WAITING = 256
const FEW_WAITING = 128
/** of this thread, for what follows the start of an attempt */
const ATTEMPT_MS = 0.4
/** Timers know nothing of the real clock: one that was set forward, or a machine that has slept, is noticed by then. */
const LONGEST_TIMER_MS = 60_000
