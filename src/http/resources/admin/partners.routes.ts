import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { canonicalScopes, PARTNER_SCOPES, type PartnerScope } from '../../../domain/partners/scopes.ts'
import type { PartnerView } from '../../../domain/view.ts'
import type { AuditStore } from '../../../storage/rows/audit-store.ts'
import type { CredentialStore } from '../../../storage/rows/credential-store.ts'
import { issueKey, type IssuedKey } from '../../credentials/issue.ts'
import { refusalError } from '../../answers/errors.ts'
import { type Gateway, run, whenDurable } from '../../gateway.ts'
import { formatInstant, parseLowerBound, parseUpperBound } from '../../requests/instants.ts'
import { given } from '../../requests/judged-request.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { issuedKeyView } from '../keys/key.schema.ts'
import { scopeFaults } from '../keys/scope-faults.ts'
import {
  auditPage,
  auditQuery,
  journalAnswer,
  type JournalReport,
  newPartnerBody,
  partnerAnswer,
  partnerKeysAnswer,
  partnerKeysBody,
  partnerPage,
  partnersQuery,
} from './admin.schema.ts'
import type { AuditTrail } from './audit-trail.ts'
import { partnerNamed } from './named-partner.ts'

export interface AdminPartnersParts extends Gateway {
  readonly credentials: CredentialStore
  /** 32 bytes: what secrets are hashed with */
  readonly pepper: Uint8Array
  readonly audit: AuditTrail
  readonly auditStore: AuditStore
  readonly journalReport: () => JournalReport
  /** real clock, epoch ms */
  readonly now: () => number
}

/** Partners and their keys, the journal and the audit trail, for operators: docs/api-contract.md section 19. */
export const adminPartnersRoutes: FastifyPluginCallbackTypebox<AdminPartnersParts> = (app, parts, done) => {
  const { view, sequencer, credentials, audit, now } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const

  app.post(
    '/v1/admin/partners',
    {
      config,
      schema: {
        tags,
        operationId: 'createPartner',
        summary: 'Create a partner with a first key',
        description:
          'Its secret is shown this once. Codes: VALIDATION_ERROR, PARTNER_LIMIT_REACHED (8,192 markets: one of each sandbox partner, one of all live partners).',
        body: newPartnerBody,
        response: { 201: partnerAnswer },
      },
    },
    async (request, reply) => {
      const { name, environment } = request.body
      const id = randomUUID()
      const command = { type: 'CreatePartner', id, name, environment, seed: randomBytes(32).toString('hex') } as const
      const outcome = await audit.ahead(
        request,
        () => ({ operation: 'partner.create', subject: id, detail: { name, environment } }),
        (ran) => run(sequencer, command, ran),
      )
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      const partner = view.partnerById(id)!
      const key = newKey(partner, 'first key', PARTNER_SCOPES)
      await credentials.add(key.credential)
      const created_at = formatInstant(outcome.events[0]!.at)
      return reply.code(201).send({ id, name, environment, created_at, key: issuedKeyView(key) })
    },
  )

  app.get(
    '/v1/admin/partners',
    {
      config,
      schema: {
        tags,
        operationId: 'listPartners',
        summary: 'List partners, oldest first',
        description: 'Codes: INVALID_CURSOR, VALIDATION_ERROR.',
        querystring: partnersQuery,
        response: { 200: partnerPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.admin.default, cursor } = request.query
      const partners = await whenDurable(sequencer, [...view.partners])
      return readPage(
        { request, reply, limit, cursor, filters: [] },
        (after, count) => partners.slice(after === undefined ? 0 : after.key + 1).slice(0, count),
        ({ index }) => ({ key: index, id: index }),
        ({ id, name, environment }) => ({ id, name, environment }),
      )
    },
  )

  app.post(
    '/v1/admin/partners/:id/keys',
    {
      config: { ...config, faults: (request) => scopeFaults(given<typeof partnerKeysBody>(request)) },
      preValidation: (request, _reply, next) => {
        partnerNamed(view, (request.params as { id: string }).id)
        next()
      },
      schema: {
        tags,
        operationId: 'createPartnerKeys',
        summary: 'Issue keys to a partner, in a batch',
        description: 'Their secrets are shown this once. Codes: PARTNER_NOT_FOUND, INVALID_SCOPE, VALIDATION_ERROR.',
        params: pathParameters('id'),
        body: partnerKeysBody,
        response: { 201: partnerKeysAnswer },
      },
    },
    async (request, reply) => {
      const partner = partnerNamed(view, request.params.id)
      const { label, count = 1 } = request.body
      const scopes = canonicalScopes(request.body.scopes)
      const issued = Array.from({ length: count }, () => newKey(partner, label, scopes))
      await audit.written(request, {
        operation: 'partner_keys.create',
        subject: partner.id,
        detail: { label, scopes, ids: issued.map(({ credential }) => credential.id) },
      })
      await Promise.all(issued.map(({ credential }) => credentials.add(credential)))
      return reply.code(201).send(issued.map(issuedKeyView))
    },
  )

  app.get(
    '/v1/admin/journal',
    { config, schema: { tags, operationId: 'getJournal', summary: 'How the journal is', response: { 200: journalAnswer } } },
    () => parts.journalReport(),
  )

  app.get(
    '/v1/admin/audit',
    {
      config,
      schema: {
        tags,
        operationId: 'listAudit',
        summary: 'Who changed what, newest first',
        description: 'Codes: INVALID_CURSOR, VALIDATION_ERROR.',
        querystring: auditQuery,
        response: { 200: auditPage },
      },
    },
    (request, reply) => {
      const { limit = PAGE_SIZES.admin.default, cursor, ...given } = request.query
      const filters = auditFilter(given)
      return readPage(
        { request, reply, limit, cursor, filters },
        (after, count) => parts.auditStore.list({ ...filters, ...(after === undefined ? {} : { after: after.id }), limit: count }),
        ({ id, at }) => ({ key: at, id }),
        (entry) => ({
          id: String(entry.id),
          created_at: formatInstant(entry.at),
          key_id: entry.keyId,
          operation: entry.operation,
          subject: entry.subject,
          detail: entry.detail,
        }),
      )
    },
  )

  function newKey({ index, environment }: PartnerView, label: string, scopes: readonly PartnerScope[]): IssuedKey {
    return issueKey({ partner: index, environment, label, scopes, pepper: parts.pepper, now: now() })
  }

  done()
}

/** Ids in any case, and the same filter however they are written: a cursor belongs to what it means. */
function auditFilter(query: {
  readonly operation?: string
  readonly key_id?: string
  readonly subject?: string
  readonly created_after?: string
  readonly created_before?: string
}) {
  return {
    ...(query.operation === undefined ? {} : { operation: query.operation }),
    ...(query.key_id === undefined ? {} : { keyId: query.key_id.toLowerCase() }),
    ...(query.subject === undefined ? {} : { subject: query.subject.toLowerCase() }),
    ...(query.created_after === undefined ? {} : { since: parseLowerBound(query.created_after)! }),
    ...(query.created_before === undefined ? {} : { until: parseUpperBound(query.created_before)! }),
  }
}
