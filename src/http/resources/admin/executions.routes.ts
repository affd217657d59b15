import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { Static } from 'typebox'
import { type AmountFault, parsePrice, parseQuantity } from '../../../domain/amounts/amounts.ts'
import type { BustExecution, CorrectExecution, LoadedTrade } from '../../../domain/commands/execution-command.ts'
import type { Event } from '../../../domain/event.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { Outcome } from '../../../sequencer.ts'
import type { History } from '../../../storage/history/history.ts'
import type { LedgersRead } from '../../../storage/history/history-trades.ts'
import { ApiError, refusalError } from '../../answers/errors.ts'
import type { FieldFault } from '../../requests/field-faults.ts'
import { isThere } from '../../requests/found-account.ts'
import { caughtUp, type Gateway, refuseQuarantined } from '../../gateway.ts'
import { type Given, given } from '../../requests/judged-request.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { executionView } from '../orders/execution-view.ts'
import { executionRef } from '../orders/order.schema.ts'
import { correctionBody } from './admin.schema.ts'
import { type AuditTrail, knownMembers } from './audit-trail.ts'

export interface AdminExecutionsParts extends Gateway {
  readonly history: Pick<History, 'readTrade' | 'loadTrade' | 'changedOrder'>
  readonly audit: AuditTrail
}

/** What operators do to trades, on both sides: docs/api-contract.md section 19. */
export const adminExecutionsRoutes: FastifyPluginCallbackTypebox<AdminExecutionsParts> = (app, parts, done) => {
  const { view, sequencer, audit, history } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const

  app.post(
    '/v1/admin/executions/:executionId/bust',
    {
      config,
      preValidation: findExecution(),
      schema: {
        tags,
        operationId: 'bustExecution',
        summary: 'Take a trade back, on both sides',
        description: 'Codes: EXECUTION_NOT_FOUND, EXECUTION_ALREADY_BUSTED, VALIDATION_ERROR (from before a split).',
        params: pathParameters('executionId'),
        response: { 201: executionRef },
      },
    },
    async (request, reply) => {
      const ledgers = await read(request)
      const outcome = await audit.ahead(
        request,
        () => ({ operation: 'execution.bust', subject: request.params.executionId.toLowerCase() }),
        (ran) => reversed({ type: 'BustExecution', ...tradeOf(request, ledgers) }, ran),
      )
      return reply.code(201).send(reversalView(outcome))
    },
  )

  app.post(
    '/v1/admin/executions/:executionId/correct',
    {
      config: { ...config, refusesEmptyBody: true, faults: (request) => correctionFaults(given<typeof correctionBody>(request)) },
      preValidation: findExecution(),
      schema: {
        tags,
        operationId: 'correctExecution',
        summary: 'Give a trade another quantity or price, on both sides',
        description: 'Codes: EXECUTION_NOT_FOUND, EXECUTION_ALREADY_BUSTED, INVALID_QUANTITY, INVALID_PRICE, VALIDATION_ERROR.',
        params: pathParameters('executionId'),
        body: correctionBody,
        response: { 201: executionRef },
      },
    },
    async (request, reply) => {
      const amounts = correctionOf(request.body)
      const ledgers = await read(request)
      const outcome = await audit.ahead(
        request,
        () => ({
          operation: 'execution.correct',
          subject: request.params.executionId.toLowerCase(),
          detail: knownMembers(request.body, correctionBody),
        }),
        (ran) => reversed({ type: 'CorrectExecution', ...tradeOf(request, ledgers), ...amounts }, ran),
      )
      return reply.code(201).send(reversalView(outcome))
    },
  )

  function findExecution(): preValidationHookHandler {
    return (request, _reply, next) => {
      const { executionId } = request.params as { executionId: string }
      next(executionNamed(view, executionId) === undefined ? executionNotFound() : undefined)
    }
  }

  /** The most of what `tradeOf` needs, while orders go on. */
  async function read(request: FastifyRequest): Promise<LedgersRead> {
    const { market, execution } = executionOf(request)
    await caughtUp(parts)
    return history.readTrade(market, execution)
  }

  /** The trade as it stands now: its command has to be submitted before anything is awaited. */
  function tradeOf(request: FastifyRequest, read: LedgersRead): { readonly trade?: LoadedTrade } {
    const { market, execution } = executionOf(request)
    const trade = history.loadTrade(market, execution, read)
    const isPast = trade?.sides.some(({ fill }) => !isThere(view, fill.order.account)) === true
    return trade === undefined || isPast ? {} : { trade }
  }

  function executionOf(request: FastifyRequest): { readonly market: number; readonly execution: number } {
    return executionNamed(view, (request.params as { executionId: string }).executionId)!
  }

  function reversed(command: BustExecution | CorrectExecution, ran: (outcome: Outcome) => void): Promise<Outcome> {
    refuseQuarantined(sequencer, command)
    return sequencer.run(command, ran)
  }

  function reversalView(outcome: Outcome) {
    if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
    const index = outcome.events.findIndex(isReversal)
    const event = outcome.events[index]
    if (event === undefined || !isReversal(event)) throw new Error('a bust or correction without a report')
    return executionView(view, event, outcome.position + index)
  }

  done()
}

function isReversal(event: Event): event is Extract<Event, { type: 'ExecutionBusted' | 'ExecutionCorrected' }> {
  return event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected'
}

type Correction = Static<typeof correctionBody>

function correctionFaults({ quantity, price }: Given<Correction>): FieldFault[] {
  return [
    ...amountFaults(quantity === undefined ? 1 : parseQuantity(quantity), { code: 'INVALID_QUANTITY', field: 'quantity', decimals: 9 }),
    ...amountFaults(price === undefined ? 1 : parsePrice(price), { code: 'INVALID_PRICE', field: 'price', decimals: 4 }),
  ]
}

function amountFaults(
  amount: number | AmountFault,
  { code, field, decimals }: Pick<FieldFault, 'code' | 'field'> & { readonly decimals: number },
): FieldFault[] {
  if (typeof amount === 'number' && amount > 0) return []
  return [{ field, code, message: `The ${field} has to be above zero, with at most ${decimals} decimals.` }]
}

function correctionOf({ quantity, price }: Correction): { quantityLots?: number; priceTicks?: number } {
  if (quantity === undefined && price === undefined) {
    throw new ApiError('VALIDATION_ERROR', 'Give a quantity or a price.', { field: 'quantity' })
  }
  return {
    ...(quantity !== undefined && { quantityLots: parseQuantity(quantity) as number }),
    ...(price !== undefined && { priceTicks: parsePrice(price) as number }),
  }
}

/** The execution behind an id of any market. */
function executionNamed(view: Pick<EngineView, 'markets'>, id: string): { market: number; execution: number } | undefined {
  for (const { index, mint } of view.markets) {
    const identified = mint.decode(id.toLowerCase())
    if (identified?.kind === IdentifierKind.Execution) return { market: index, execution: identified.number }
  }
  return undefined
}

function executionNotFound(): ApiError {
  return new ApiError('EXECUTION_NOT_FOUND', 'There is no such execution.')
}
