import { behindRows } from '../../answers/behind-disk.ts'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { EngineView } from '../../../domain/view.ts'
import type { Credential, CredentialStore } from '../../../storage/rows/credential-store.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { anyKeyPage } from '../keys/key.schema.ts'
import { keyNotFound, keysPage } from '../keys/key-list.ts'
import { operatorKeysQuery } from './admin.schema.ts'
import type { AuditTrail } from './audit-trail.ts'
import { partnerNamed } from './named-partner.ts'

export interface AdminKeysParts {
  readonly view: EngineView
  readonly credentials: CredentialStore
  readonly audit: AuditTrail
  /** real clock, epoch ms */
  readonly now: () => number
}

/** Keys of operators and partners, for operators: docs/api-contract.md section 19. */
export const adminKeysRoutes: FastifyPluginCallbackTypebox<AdminKeysParts> = (app, parts, done) => {
  const { view, credentials, audit, now } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const
  app.addHook('onSend', behindRows(credentials))

  app.get(
    '/v1/admin/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'listKeysByOperator',
        summary: 'List keys of operators in use, or those of a partner',
        description:
          'Without their secrets, and without those that were revoked. Codes: PARTNER_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR.',
        querystring: operatorKeysQuery,
        response: { 200: anyKeyPage },
      },
    },
    (request, reply) => {
      const { partner_id, ...page } = request.query
      const partner = partner_id === undefined ? undefined : partnerNamed(view, partner_id)
      const owner =
        partner === undefined ? ({ kind: 'operator', partner: null } as const) : ({ kind: 'partner', partner: partner.index } as const)
      return keysPage(credentials, { request, reply, ...page }, owner)
    },
  )

  app.delete(
    '/v1/admin/keys/:keyId',
    {
      config,
      schema: {
        tags,
        operationId: 'revokeKeyByOperator',
        summary: 'Revoke a key of an operator or of a partner, at once',
        description: 'A key may revoke itself. Code: KEY_NOT_FOUND.',
        params: pathParameters('keyId'),
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const key = keyInUse(request.params.keyId)
      await Promise.all([noted(request, key), credentials.revoke(key.id, now())])
      return reply.code(204).send(undefined)
    },
  )

  function keyInUse(id: string): Credential {
    const key = credentials.byIdentifier(id.toLowerCase())
    if (key === undefined || key.kind === 'account' || key.revokedAt !== null) throw keyNotFound()
    return key
  }

  function noted(request: FastifyRequest, { id, label, partner }: Credential): Promise<void> {
    const partner_id = partner === null ? null : view.partners[partner]!.id
    return audit.written(request, { operation: 'key.revoke', subject: id, detail: { label, partner_id } })
  }

  done()
}
