import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { caughtUp, type Gateway } from '../../gateway.ts'
import { isThere } from '../../requests/found-account.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { numberOf, transferNotFound } from '../funding/funding-lookup.ts'
import { returnTransferBody, transferRef } from '../funding/funding.schema.ts'
import { moveTransfer } from '../funding/move-transfer.ts'
import type { AuditTrail } from './audit-trail.ts'

export interface AdminFundingParts extends Gateway {
  readonly audit: AuditTrail
}

/** What operators hear of a bank: docs/api-contract.md section 19. */
export const adminFundingRoutes: FastifyPluginCallbackTypebox<AdminFundingParts> = (app, parts, done) => {
  const { view, audit } = parts
  const { funding } = parts.projection

  app.post(
    '/v1/admin/funding/:activityId/return',
    {
      config: { scope: 'operator' },
      // what the path names is looked for before the body is looked at
      preValidation: async (request) => void (await foundTransfer(request)),
      schema: {
        tags: ['Operators'],
        operationId: 'returnTransferByOperator',
        summary: 'Take a transfer back that the bank has returned',
        description:
          'SENT, or SETTLED for 60 days at most, to RETURNED; what had moved moves back. ' +
          'Codes: FUNDING_ACTIVITY_NOT_FOUND, ACCOUNT_CLOSED, VALIDATION_ERROR (also where the status leaves nothing to return: details.status).',
        params: pathParameters('activityId'),
        body: returnTransferBody,
        response: { 200: transferRef },
      },
    },
    async (request) => {
      const { return_code } = request.body
      const transfer = await foundTransfer(request)
      return audit.ahead(
        request,
        () => ({ operation: 'transfer.return', subject: request.params.activityId.toLowerCase(), detail: { return_code } }),
        (ran) => moveTransfer(parts, transfer, { do: 'return', code: return_code }, ran),
      )
    },
  )

  /** Operators reach the transfers of every market. */
  async function foundTransfer(request: FastifyRequest): Promise<{ readonly account: number; readonly number: number }> {
    const { activityId } = request.params as { activityId: string }
    await caughtUp(parts)
    for (const { index } of view.markets) {
      const number = numberOf(view, index, activityId, IdentifierKind.Transfer)
      const accounts = number === undefined ? [] : funding.accountsOfTransfer(number)
      const account = accounts.find((one) => view.accounts[one]!.market === index && isThere(view, one))
      if (number !== undefined && account !== undefined) return { account, number }
    }
    throw transferNotFound()
  }

  done()
}
