import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { canonicalScopes } from '../../../domain/partners/scopes.ts'
import { partnerOf } from '../../access/authentication.ts'
import { issueKey } from '../../credentials/issue.ts'
import type { CredentialStore } from '../../../storage/rows/credential-store.ts'
import { behindRows } from '../../answers/behind-disk.ts'
import { given } from '../../requests/judged-request.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { keyNotFound, keysPage } from './key-list.ts'
import { issuedKeySchema, issuedKeyView, keyListQuery, keyPage, newKeyBody } from './key.schema.ts'
import { scopeFaults } from './scope-faults.ts'

export interface KeysParts {
  readonly credentials: CredentialStore
  /** 32 bytes: what secrets are hashed with */
  readonly pepper: Uint8Array
  /** real clock, epoch ms */
  readonly now: () => number
}

/** Keys of a partner: docs/api-contract.md section 3. */
export const keysRoutes: FastifyPluginCallbackTypebox<KeysParts> = (app, parts, done) => {
  const { credentials, now } = parts
  const tags = ['Keys']
  const config = { scope: 'admin:keys' } as const
  app.addHook('onSend', behindRows(credentials))

  app.post(
    '/v1/keys',
    {
      config: { ...config, faults: (request) => scopeFaults(given<typeof newKeyBody>(request)) },
      schema: {
        tags,
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'The secret is shown this once. keys:manage is another name of admin:keys. Codes: VALIDATION_ERROR, INVALID_SCOPE.',
        body: newKeyBody,
        response: { 201: issuedKeySchema },
      },
    },
    async (request, reply) => {
      const { partner } = partnerOf(request)
      const { label, scopes } = request.body
      const issued = issueKey({
        partner: partner.index,
        environment: partner.environment,
        label,
        scopes: canonicalScopes(scopes),
        pepper: parts.pepper,
        now: now(),
      })
      await credentials.add(issued.credential)
      return reply.code(201).send(issuedKeyView(issued))
    },
  )

  app.get(
    '/v1/keys',
    {
      config,
      schema: {
        tags,
        operationId: 'listKeys',
        summary: 'List keys in use',
        description: 'Without their secrets, and without those that were revoked. Codes: VALIDATION_ERROR, INVALID_CURSOR.',
        querystring: keyListQuery,
        response: { 200: keyPage },
      },
    },
    (request, reply) => {
      const { index } = partnerOf(request).partner
      return keysPage(credentials, { request, reply, ...request.query }, { kind: 'partner', partner: index })
    },
  )

  app.delete(
    '/v1/keys/:keyId',
    {
      config,
      schema: {
        tags,
        operationId: 'revokeKey',
        summary: 'Revoke a key, at once',
        description: 'A key may revoke itself. Code: KEY_NOT_FOUND.',
        params: pathParameters('keyId'),
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const key = credentials.byIdentifier(request.params.keyId.toLowerCase())
      if (key?.partner !== partnerOf(request).partner.index || key.kind !== 'partner' || key.revokedAt !== null) {
        throw keyNotFound()
      }
      await credentials.revoke(key.id, now())
      return reply.code(204).send(undefined)
    },
  )

  done()
}
