import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { Phase } from '../../../../domain/time/market-phase.ts'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import { partnerOf } from '../../../access/authentication.ts'
import { ApiError } from '../../../answers/errors.ts'
import { type Gateway, run, whenDurable } from '../../../gateway.ts'
import { formatInstant, parseInstant } from '../../../requests/instants.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import { clockAnswer, clockBody } from './clock.schema.ts'
import { parseDuration } from './duration.ts'
import { isOutOfReach, moveClock, OUT_OF_REACH } from './move-clock.ts'

export interface ClockParts extends Gateway {
  /** real clock, epoch ms */
  readonly now: () => number
}

const SESSIONS = {
  [Phase.AlwaysOpen]: 'always_open',
  [Phase.Closed]: 'closed',
  [Phase.PreMarket]: 'pre_market',
  [Phase.Regular]: 'regular',
  [Phase.AfterHours]: 'after_hours',
} as const satisfies Record<Phase, string>

/** The clock of a sandbox market in its partner's hand: docs/api-contract.md section 13. */
export const clockRoutes: FastifyPluginCallbackTypebox<ClockParts> = (app, { view, sequencer, now }, done) => {
  const path = '/v1/dev/sandbox/clock'
  const tags = ['Sandbox']
  const config = { scope: 'partner' } as const

  const answer = (index: number): Static<typeof clockAnswer> => {
    const { clock, tradeDay, phase } = view.markets[index]!
    return {
      timestamp: formatInstant(view.marketTime(index, now())),
      mode: clock.frozenAt === 0 ? 'real' : 'frozen',
      offset_ms: clock.offsetMs,
      trading_day: tradeDate(tradeDay),
      session: SESSIONS[phase],
    }
  }

  /** The last move of each market: the next one begins where it has ended. */
  const moves = new Map<number, Promise<unknown>>()
  const inTurn = <Answer>(market: number, move: () => Promise<Answer>): Promise<Answer> => {
    const moved = (moves.get(market) ?? Promise.resolve()).then(move)
    moves.set(
      market,
      moved.catch(() => undefined),
    )
    return moved
  }

  app.get(
    path,
    {
      config,
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'getSandboxClock',
        summary: 'The clock of the sandbox market',
        description: 'Code: SANDBOX_ONLY.',
        response: { 200: clockAnswer },
      },
    },
    (request) => whenDurable(sequencer, answer(partnerOf(request).partner.market)),
  )

  app.post(
    path,
    {
      config: { ...config, refusesEmptyBody: true },
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'setSandboxClock',
        summary: 'Move the clock of the sandbox market',
        description:
          'Everything that is due on the way happens, in time order: sessions, auctions, expiries, settlement, transfers, corporate actions. ' +
          'Answers once all of it is durable. 400 VALIDATION_ERROR. 400 INVALID_CLOCK: backwards, further than ten years, or no such duration.',
        body: clockBody,
        response: { 200: clockAnswer },
      },
    },
    (request) => {
      const { market } = partnerOf(request).partner
      return inTurn(market, async () => {
        const target = targetOf(request.body, view.marketTime(market, now()))
        const begun = view.markets[market]
        const isOver = (): boolean => view.markets[market] !== begun
        if (target === undefined) await run(sequencer, { type: 'SetClock', market })
        else await moveClock(sequencer, { market, to: target, atLeast: request.body.advance !== undefined, isOver })
        return answer(market)
      })
    },
  )

  done()
}

/** Where the clock is to go, epoch ms; undefined = it is to run. */
function targetOf({ advance, set, mode }: Static<typeof clockBody>, at: number): number | undefined {
  if ([advance, set, mode].filter((given) => given !== undefined).length !== 1)
    throw new ApiError('VALIDATION_ERROR', 'Give exactly one of advance, set and mode.')
  if (mode !== undefined) return undefined
  return advance === undefined
    ? checked(parseInstant(set!)!, { at, field: 'set' })
    : checked(at + distance(advance), { at, field: 'advance' })
}

function distance(advance: string): number {
  const ms = parseDuration(advance)
  if (ms === undefined)
    throw new ApiError(
      'INVALID_CLOCK',
      'advance has to be an ISO 8601 duration of whole weeks, days, hours, minutes and seconds such as "P1D" or "PT1H30M".',
      { field: 'advance' },
    )
  return ms
}

function checked(target: number, { at, field }: { readonly at: number; readonly field: string }): number {
  if (target < at)
    throw new ApiError('INVALID_CLOCK', `The clock stands at ${formatInstant(at)} and can only be set forwards.`, {
      field,
      details: { timestamp: formatInstant(at) },
    })
  if (isOutOfReach(target, at)) throw new ApiError('INVALID_CLOCK', `The clock can be ${OUT_OF_REACH}.`, { field })
  return target
}
