import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import { canonicalScopes, PARTNER_SCOPES, type PartnerScope, unknownScope } from '../../../domain/partners/scopes.ts'
import { partnerOf } from '../../access/authentication.ts'
import { issueKey } from '../../credentials/issue.ts'
import type { Credential, CredentialStore, KeyOwner } from '../../../storage/rows/credential-store.ts'
import { behindRows } from '../../answers/behind-disk.ts'
import { ApiError } from '../../answers/errors.ts'
import type { FieldFault } from '../../requests/field-faults.ts'
import { type Given, given } from '../../requests/judged-request.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { issuedKeySchema, issuedKeyView, keyListQuery, keyPage, keyView, newKeyBody } from './key.schema.ts'

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

/** The keys in use of an owner, newest first. */
export function keysPage(
  credentials: Pick<CredentialStore, 'list'>,
  page: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly limit?: number | undefined
    readonly cursor?: string | undefined
  },
  owner: KeyOwner,
) {
  const { request, reply, limit = PAGE_SIZES.keys.default, cursor } = page
  return readPage(
    { request, reply, limit, cursor, filters: [owner.partner] },
    (after: PagePlace<string> | undefined, count) =>
      credentials
        .list(owner)
        .filter((key) => after === undefined || isBehind(key, after))
        .slice(0, count),
    ({ createdAt, id }) => ({ key: createdAt, id }),
    keyView,
  )
}

/** characters of a name that is none, for the message */
const LONGEST_QUOTED = 64

/** INVALID_SCOPE for the first that is none of those that may be given. */
export function scopeFaults(
  { scopes = [] }: { readonly scopes?: Given<readonly string[]> },
  allowed: readonly PartnerScope[] = PARTNER_SCOPES,
): FieldFault[] {
  const unknown = unknownScope(
    scopes.filter((name) => name !== undefined),
    allowed,
  )
  if (unknown === undefined) return []
  const message = `${JSON.stringify(unknown.slice(0, LONGEST_QUOTED))} is not one of ${allowed.join(', ')}.`
  return [{ field: 'scopes', code: 'INVALID_SCOPE', message }]
}

export function keyNotFound(): ApiError {
  return new ApiError('KEY_NOT_FOUND', 'There is no such key.')
}

/** Newest first, then by id. */
function isBehind({ createdAt, id }: Credential, after: PagePlace<string>): boolean {
  return createdAt < after.key || (createdAt === after.key && id < after.id)
}
