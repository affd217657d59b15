import { createHash } from 'node:crypto'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { WebhookDispatcher } from '../../../../delivery/webhooks/dispatcher.ts'
import { isEntry } from '../../../../domain/event.ts'
import type { Outcome } from '../../../../sequencer.ts'
import type { PartnerView } from '../../../../domain/view.ts'
import type { CredentialStore } from '../../../../storage/rows/credential-store.ts'
import type { DocumentStore } from '../../../../storage/rows/document-store.ts'
import { partnerOf } from '../../../access/authentication.ts'
import type { OpenStreams } from '../../../event-stream/open-streams.ts'
import { type Gateway, run } from '../../../gateway.ts'
import { formatInstant } from '../../../requests/instants.ts'
import { bucketOf, type RateLimits, tooManyRequests } from '../../../access/rate-limit.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import type { TokenBucket } from '../../../access/token-bucket.ts'
import { achId } from '../../funding/funding-views.ts'
import { orderId } from '../../orders/order-view.ts'
import type { FixtureName, FixtureOf, SandboxFixture } from './fixture.ts'
import { resetAnswer, resetBody } from './reset.schema.ts'

export interface ResetParts extends Gateway {
  readonly fixtureOf: FixtureOf
  readonly documents: DocumentStore
  readonly credentials: CredentialStore
  readonly streams: OpenStreams
  readonly webhooks: Pick<WebhookDispatcher, 'create' | 'find' | 'remove' | 'dropOutstanding'>
  readonly limits: Pick<RateLimits, 'sandboxResetsPerMinute'>
  /** real clock, epoch ms */
  readonly now: () => number
}

const MS_PER_DAY = 86_400_000

/** A sandbox begins anew: docs/api-contract.md section 13. */
export const resetRoutes: FastifyPluginCallbackTypebox<ResetParts> = (app, parts, done) => {
  const { view, sequencer, credentials, documents, streams } = parts
  const limiter = new ResetLimiter(parts.limits.sandboxResetsPerMinute)
  /** a partner's resets, one after the other */
  const last = new Map<number, Promise<unknown>>()

  app.post(
    '/v1/dev/sandbox/reset',
    {
      config: { scope: 'partner' },
      onRequest: [
        sandboxOnly,
        (request, _reply, next) => {
          limiter.count(partnerOf(request).partner.index, parts.now())
          next()
        },
      ],
      schema: {
        tags: ['Sandbox'],
        operationId: 'resetSandbox',
        summary: 'Begin the sandbox anew, with the accounts of a fixture',
        description:
          'Open orders are cancelled (Text "sandbox reset"); accounts, orders, executions, activities and documents from before answer 404, and ' +
          'client_order_ids may be used again. Books, quotes, halts, fill models and corporate actions are as at first; the clock runs, from where it ' +
          'stood. API keys and FIX sessions stay, account tokens end, and so do event streams, with `event: reset`. Ids of a fixture are the ' +
          'same each time. 400 VALIDATION_ERROR; 403 SANDBOX_ONLY; 429 RATE_LIMIT_EXCEEDED: ten times a minute.',
        body: resetBody,
        response: { 200: resetAnswer },
      },
    },
    (request) => {
      const { partner } = partnerOf(request)
      const { fixture: name = 'minimal' } = request.body
      const answer = (last.get(partner.index) ?? Promise.resolve()).then(() => reset(partner, name))
      last.set(
        partner.index,
        answer.catch(() => undefined),
      )
      return answer
    },
  )

  async function reset(partner: PartnerView, name: FixtureName) {
    const fixture = parts.fixtureOf(partner, name)
    const { market, index } = partner
    const outcome = await run(sequencer, {
      type: 'ResetMarket',
      market,
      partner: index,
      quotes: fixture.quotes,
      accounts: fixture.accounts,
    })
    streams.endOf(index, 'reset')
    parts.webhooks.dropOutstanding(index, outcome.position)
    const opened = accountsOpened(outcome)
    const [webhooks] = await Promise.all([
      replaceWebhook(index, fixture),
      revokeTokens(index),
      replaceDocuments(partner, opened[0] ?? view.accounts.length, fixture),
    ])
    return {
      fixture: name,
      reset_at: formatInstant(outcome.events.find(({ type }) => type === 'MarketReset')!.at),
      accounts: opened.map((account) => {
        const { id, accountNumber, kycStatus, status } = view.accounts[account]!
        return { id, account_number: accountNumber, kyc_status: kycStatus, status }
      }),
      orders: outcome.events.flatMap((event) => (isEntry(event) ? [orderId(view, event.order.number)] : [])),
      ach_relationships: outcome.events.flatMap((event) => (event.type === 'BankLinked' ? [achId(view, event.account, event.ach)] : [])),
      webhooks,
      documents: fixture.documents.map(({ id }) => id),
    }
  }

  /** They are refused already, with their accounts; in storage they stay revoked where the journal is restored to a position before. */
  async function revokeTokens(partner: number): Promise<void> {
    const past = view.accounts.filter((account) => account.partner === partner && account.gone)
    await credentials.revokeAccounts(
      past.map(({ index }) => index),
      parts.now(),
    )
  }

  /** That of the fixture has the same id each time; those that the partner has made stay. */
  async function replaceWebhook(partner: number, { webhook: { id, url, isThere: isWanted } }: SandboxFixture) {
    const before = parts.webhooks.find(partner, id)
    if (before !== undefined) await parts.webhooks.remove(before)
    if (!isWanted) return []
    const { secret } = await parts.webhooks.create(partner, url, [], { id, isActive: false })
    return [{ id, secret }]
  }

  async function replaceDocuments({ index, market }: PartnerView, firstAccount: number, fixture: SandboxFixture): Promise<void> {
    const createdAt = view.marketTime(market, parts.now())
    await documents.deleteBefore(index, firstAccount)
    for (const { account, content, ...document } of fixture.documents) {
      const file = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
      const day = Math.floor(createdAt / MS_PER_DAY)
      await documents.add({ ...document, partner: index, account: firstAccount + account, day, createdAt, file }, content)
    }
  }

  done()
}

const accountsOpened = ({ events }: Outcome): readonly number[] =>
  events.flatMap((event) => (event.type === 'AccountOpened' ? [event.account] : []))

/** Counts the resets of each partner. */
class ResetLimiter {
  private readonly perMinute: number | null
  private readonly buckets = new Map<number, TokenBucket>()

  constructor(perMinute: number | null) {
    this.perMinute = perMinute
  }

  /** Throws a 429 when a partner has used its resets up. */
  count(partner: number, now: number): void {
    if (this.perMinute === null) return
    const bucket = this.buckets.get(partner) ?? bucketOf(this.perMinute, now)
    this.buckets.set(partner, bucket)
    if (!bucket.take(now)) throw tooManyRequests(bucket.secondsToNext, `A sandbox may be reset ${this.perMinute} times in a minute.`)
  }
}
