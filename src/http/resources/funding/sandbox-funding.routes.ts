import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { TransferAction } from '../../../domain/commands/transfer-command.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import type { AccountView } from '../../../domain/view.ts'
import { partnerOf } from '../../access/authentication.ts'
import { refusalError } from '../../answers/errors.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import { caughtUp, type Gateway, run } from '../../gateway.ts'
import { type Given, given } from '../../requests/judged-request.ts'
import { sandboxOnly } from '../../access/sandbox-only.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { achNotFound, numberOf, ownAccount, transferNotFound } from './funding-lookup.ts'
import { achView } from './funding-views.ts'
import { achRef, achReviewBody, moveTransferBody, transferRef } from './funding.schema.ts'
import { moveTransfer } from './move-transfer.ts'

/** The bank's side, played by the partner in its own sandbox: docs/api-contract.md section 7. */
export const sandboxFundingRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  const { view, sequencer } = parts
  const { funding } = parts.projection
  const tags = ['Sandbox']
  const config = { scope: 'partner' } as const

  /** The relationship of an account of the partner that the path names, or a 404. */
  async function foundAch(request: FastifyRequest): Promise<{ readonly account: AccountView; readonly ach: number }> {
    const { partner } = partnerOf(request)
    const ach = numberOf(view, partner.market, (request.params as { achId: string }).achId, IdentifierKind.AchRelationship)
    await caughtUp(parts)
    const account = ach === undefined ? undefined : ownAccount(view, partner, funding.accountsOfAch(ach))
    if (ach === undefined || account === undefined) throw achNotFound()
    return { account, ach }
  }

  /** The transfer of an account of the partner that the path names, or a 404. */
  async function foundTransfer(request: FastifyRequest): Promise<{ readonly account: AccountView; readonly number: number }> {
    const { partner } = partnerOf(request)
    const number = numberOf(view, partner.market, (request.params as { activityId: string }).activityId, IdentifierKind.Transfer)
    await caughtUp(parts)
    const account = number === undefined ? undefined : ownAccount(view, partner, funding.accountsOfTransfer(number))
    if (number === undefined || account === undefined) throw transferNotFound()
    return { account, number }
  }

  app.post(
    '/v1/dev/sandbox/ach-relationships/:achId',
    {
      config,
      onRequest: sandboxOnly,
      // what the path names is looked for before the body is looked at
      preValidation: async (request) => void (await foundAch(request)),
      schema: {
        tags,
        operationId: 'decideAchRelationship',
        summary: 'Decide a bank link that is PENDING',
        description: 'Codes: SANDBOX_ONLY, ACH_RELATIONSHIP_NOT_FOUND, ACCOUNT_CLOSED, VALIDATION_ERROR.',
        params: pathParameters('achId'),
        body: achReviewBody,
        response: { 200: achRef },
      },
    },
    async (request) => {
      const { account, ach } = await foundAch(request)
      const { decision } = request.body
      const { refusal } = await run(sequencer, { type: 'ReviewBank', account: account.index, ach, decision })
      if (refusal !== undefined) throw refusalError(refusal)
      await caughtUp(parts)
      return achView(view, funding.achRelationship(account.index, ach)!)
    },
  )

  app.post(
    '/v1/dev/sandbox/funding/:activityId',
    {
      config: { ...config, faults: (request) => codeFaults(given<typeof moveTransferBody>(request)) },
      onRequest: sandboxOnly,
      preValidation: async (request) => void (await foundTransfer(request)),
      schema: {
        tags,
        operationId: 'moveTransfer',
        summary: 'Queue, send, settle or return a transfer',
        description:
          'queue: PENDING to QUEUED; send: QUEUED to SENT; settle: SENT to SETTLED; return: SENT or SETTLED to RETURNED. ' +
          'Codes: SANDBOX_ONLY, FUNDING_ACTIVITY_NOT_FOUND, ACCOUNT_CLOSED, VALIDATION_ERROR.',
        params: pathParameters('activityId'),
        body: moveTransferBody,
        response: { 200: transferRef },
      },
    },
    async (request) => {
      const { account, number } = await foundTransfer(request)
      return moveTransfer(parts, { account: account.index, number }, actionOf(request.body))
    },
  )

  done()
}

function codeFaults({ action, return_code }: Given<Static<typeof moveTransferBody>>): FieldFault[] {
  if (action !== 'return' || return_code !== undefined) return []
  return [invalid('return_code', 'return_code is required of the action return.')]
}

function actionOf({ action, return_code }: Static<typeof moveTransferBody>): TransferAction {
  return action === 'return' ? { do: action, code: return_code! } : { do: action }
}
