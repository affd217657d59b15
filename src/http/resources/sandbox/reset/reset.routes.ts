import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { isEntry } from '../../../../domain/event.ts'
import type { Outcome } from '../../../../sequencer.ts'
import type { PartnerView } from '../../../../domain/view.ts'
import type { ResetStore } from '../../../../storage/rows/reset-store.ts'
import { partnerOf } from '../../../access/authentication.ts'
import { ApiError } from '../../../answers/errors.ts'
import type { OpenStreams } from '../../../event-stream/open-streams.ts'
import { type Gateway, run } from '../../../gateway.ts'
import { formatInstant } from '../../../requests/instants.ts'
import { bucketOf, type RateLimits, tooManyRequests } from '../../../access/rate-limit.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import type { TokenBucket } from '../../../access/token-bucket.ts'
import { achId } from '../../funding/funding-views.ts'
import { orderId } from '../../orders/order-view.ts'
import { type BehindResetParts, finishReset } from './behind-reset.ts'
import type { FixtureName, FixtureOf } from './fixture.ts'
import { resetAnswer, resetBody } from './reset.schema.ts'

export interface ResetParts extends Gateway, BehindResetParts {
  readonly fixtureOf: FixtureOf
  readonly resets: Pick<ResetStore, 'begin' | 'end'>
  readonly streams: OpenStreams
  readonly limits: Pick<RateLimits, 'sandboxResetsPerMinute'>
}

/** A sandbox begins anew: docs/api-contract.md section 13. */
export const resetRoutes: FastifyPluginCallbackTypebox<ResetParts> = (app, parts, done) => {
  const { view, sequencer, resets, streams } = parts
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

  /** The row is there from before the command on: where the process ends behind that, the next start finishes the reset. */
  async function reset(partner: PartnerView, name: FixtureName) {
    await resets.begin({ partner: partner.index, fixture: name, position: sequencer.nextPosition })
    try {
      const answer = await carryOut(partner, name)
      await resets.end(partner.index)
      return answer
    } catch (error) {
      // one that is refused has not happened; behind a failure the journal may be sound and take this, while what follows the command is not done
      if (error instanceof ApiError) await resets.end(partner.index)
      throw error
    }
  }

  async function carryOut(partner: PartnerView, name: FixtureName) {
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
    const webhooks = await finishReset(parts, partner, fixture, outcome.position)
    return {
      fixture: name,
      reset_at: formatInstant(outcome.events.find(({ type }) => type === 'MarketReset')!.at),
      accounts: accountsOpened(outcome).map((account) => {
        const { id, accountNumber, kycStatus, status } = view.accounts[account]!
        return { id, account_number: accountNumber, kyc_status: kycStatus, status }
      }),
      orders: outcome.events.flatMap((event) => (isEntry(event) ? [orderId(view, event.order.number)] : [])),
      ach_relationships: outcome.events.flatMap((event) => (event.type === 'BankLinked' ? [achId(view, event.account, event.ach)] : [])),
      webhooks,
      documents: fixture.documents.map(({ id }) => id),
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
