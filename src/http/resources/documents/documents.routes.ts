import { createHash, randomUUID } from 'node:crypto'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { behindCommits } from '../../answers/behind-disk.ts'
import type { Static } from 'typebox'
import { AccountStatus } from '../../../domain/accounts/account.ts'
import { MimeType, typeFacts } from '../../../domain/accounts/document.ts'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import { DAY_MS } from '../../../domain/time/durations.ts'
import { tradeDate } from '../../../domain/time/trade-date.ts'
import type { AccountView } from '../../../domain/view.ts'
import { ownTurn } from '../../../own-turn.ts'
import { areAtHand, type DocumentFilter, type StoredDocument } from '../../../storage/rows/document-store.ts'
import type { DocumentEmail, EmailOutbox } from '../../../storage/rows/email-outbox.ts'
import { partnerOf } from '../../access/authentication.ts'
import { ApiError, refusalError } from '../../answers/errors.ts'
import { inPieces } from '../../answers/pieces.ts'
import { accountOf, isThere } from '../../requests/found-account.ts'
import { run } from '../../gateway.ts'
import { given } from '../../requests/judged-request.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { dateFaults, daysOf } from './date-filter.ts'
import { documentTypesView, documentView, emailView, type MadeDocument } from './document-views.ts'
import {
  documentContent,
  documentListBody,
  documentListQuery,
  documentPage,
  documentRef,
  documentTypesSchema,
  emailBody,
  emailSchema,
  uploadBody,
} from './document.schema.ts'
import { GeneratedDocuments, type GeneratedDocumentsParts } from './generated-documents.ts'
import { Reach } from './reach.ts'
import { uploadFaults, uploadOf } from './upload.ts'

export interface DocumentsParts extends GeneratedDocumentsParts {
  readonly emails: EmailOutbox
  /** real clock, epoch ms */
  readonly now: () => number
}

/** JSON around the largest document in base64 */
const UPLOAD_LIMIT_BYTES = 15 * 1024 * 1024

/** Documents: docs/api-contract.md section 9. */
export const documentsRoutes: FastifyPluginCallbackTypebox<DocumentsParts> = (app, parts, done) => {
  const { view, sequencer, documents, projection } = parts
  const generated = new GeneratedDocuments(parts)
  const reach = new Reach(view)
  const tags = ['Documents']
  app.addHook('onSend', behindCommits(parts.sequencer))
  const read = { scope: 'documents:read', accountTokens: true } as const
  const write = { scope: 'documents:write', accountTokens: true } as const

  app.post(
    '/v1/documents/list',
    {
      config: { ...read, faults: (request) => dateFaults(given<typeof documentListBody>(request)) },
      schema: {
        tags,
        operationId: 'listDocuments',
        summary: 'List documents, newest first',
        description:
          'Statements, confirmations and tax statements of all trading days that have ended are among them. Codes: VALIDATION_ERROR, ' +
          'INVALID_DATE_RANGE, INVALID_CURSOR, INVALID_DOCUMENT_TYPE.',
        body: documentListBody,
        querystring: documentListQuery,
        response: { 200: documentPage },
      },
    },
    async (request, reply) => {
      const { cursor, limit, ...filters } = request.body
      const { partner, account } = partnerOf(request)
      const wanted = filterOf(request, filters)
      await generated.issue(partner.market)
      const page = await readPage(
        {
          request,
          reply,
          limit: request.query.limit ?? limit ?? PAGE_SIZES.documents.default,
          cursor: request.query.cursor ?? cursor,
          filters: [partner.index, account, wanted],
        },
        (after: PagePlace<string> | undefined, count) => (wanted === undefined ? [] : shown(wanted, after, count)),
        ({ createdAt, id }) => ({ key: createdAt, id }),
        (document) => document,
      )
      return { ...page, data: (await allMade(page.data)).map((document) => documentView(view, document)) }
    },
  )

  app.get(
    '/v1/documents/types',
    {
      config: read,
      schema: { tags, operationId: 'listDocumentTypes', summary: 'Types of documents', response: { 200: documentTypesSchema } },
    },
    () => documentTypesView(),
  )

  app.post(
    '/v1/documents/email',
    {
      config: write,
      schema: {
        tags,
        operationId: 'emailDocument',
        summary: 'Send a document by e-mail',
        description: 'It waits in the outbox: nothing sends it yet, of live partners neither. Codes: VALIDATION_ERROR, DOCUMENT_NOT_FOUND.',
        body: emailBody,
        response: { 202: emailSchema },
      },
    },
    async (request, reply) => {
      const { document_id, recipient_email, subject = null, message = null } = request.body
      const document = documentNamed(request, document_id)
      const email: DocumentEmail = {
        id: randomUUID(),
        partner: document.partner,
        documentId: document.id,
        recipient: recipient_email,
        subject,
        message,
        status: 'QUEUED',
        createdAt: timeOf(view.accounts[document.account]!),
      }
      await parts.emails.queue(email)
      return reply.code(202).send(emailView(email))
    },
  )

  app.get(
    '/v1/documents/:documentId',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getDocument',
        summary: 'Read the record of a document',
        description: 'Code: DOCUMENT_NOT_FOUND.',
        params: pathParameters('documentId'),
        response: { 200: documentRef },
      },
    },
    async (request) => documentView(view, await generated.made(documentNamed(request, request.params.documentId))),
  )

  app.get(
    '/v1/documents/:documentId/content',
    {
      config: { ...read, answersHeaders: ['Content-Disposition'] },
      schema: {
        tags,
        operationId: 'getDocumentContent',
        summary: 'Read the file itself',
        description: 'Code: DOCUMENT_NOT_FOUND.',
        params: pathParameters('documentId'),
        response: { 200: documentContent },
      },
    },
    async (request, reply) => {
      const document = await generated.made(documentNamed(request, request.params.documentId))
      const content = documents.content(document.id)
      if (content === undefined) throw new Error(`document ${document.id} has no content`)
      return reply
        .type(document.mimeType)
        .header('content-disposition', `attachment; filename="${fileName(document)}"`)
        .header('cache-control', 'private, no-store')
        .header('content-length', content.length)
        .send(inPieces(content))
    },
  )

  app.post(
    '/v1/accounts/:accountId/documents/upload',
    {
      bodyLimit: UPLOAD_LIMIT_BYTES,
      config: { ...write, faults: (request) => uploadFaults(given<typeof uploadBody>(request)) },
      schema: {
        tags,
        operationId: 'uploadDocument',
        summary: 'Upload a document of the owner',
        description:
          'An account that is ACTION_REQUIRED is reviewed on. Codes: VALIDATION_ERROR, INVALID_DOCUMENT_TYPE, INVALID_DOCUMENT_CONTENT, ' +
          'ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, PAYLOAD_TOO_LARGE, DOCUMENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE.',
        params: pathParameters('accountId'),
        body: uploadBody,
        response: { 201: documentRef },
      },
    },
    async (request, reply) => {
      const account = accountOf(request)
      const { content, ...upload } = uploadOf(request.body)
      const createdAt = timeOf(account)
      const document: MadeDocument = {
        id: randomUUID(),
        partner: account.partner,
        account: account.index,
        ...upload,
        name: uploadName(upload),
        day: Math.floor(createdAt / DAY_MS),
        createdAt,
        file: { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
      }
      await documents.add(document, content)
      // what a reviewer asked for has come in
      if (account.status === AccountStatus.ActionRequired) {
        const { refusal } = await run(sequencer, { type: 'ResumeReview', account: account.index })
        if (refusal !== undefined) throw refusalError(refusal)
      }
      return reply.code(201).send(documentView(view, document))
    },
  )

  /** Undefined where nothing can match. */
  function filterOf(request: FastifyRequest, filters: ListFilters): DocumentFilter | undefined {
    const caller = partnerOf(request)
    const named = filters.account_number === undefined ? undefined : view.accountByNumber(filters.account_number)
    if (
      filters.account_number !== undefined &&
      (named === undefined || !reach.includes(request, { partner: named.partner, account: named.index }))
    )
      return undefined
    return {
      partner: caller.partner.index,
      account: named?.index ?? caller.account ?? undefined,
      type: filters.document_type,
      ...daysOf(filters),
    }
  }

  /** Documents of accounts that are there: a reset leaves those of the accounts before it behind. */
  async function shown(filter: DocumentFilter, after: PagePlace<string> | undefined, count: number): Promise<StoredDocument[]> {
    const found: StoredDocument[] = []
    for (let from = after; ;) {
      const rows = areAtHand(filter) ? documents.list(filter, from, count) : await projection.searches.documents(filter, from, count)
      found.push(...rows.filter(({ account }) => isThere(view, account)))
      const last = rows.at(-1)
      if (last === undefined || rows.length < count || found.length >= count) return found.slice(0, count)
      from = { key: last.createdAt, id: last.id }
      // there may be many of them until the reset has deleted them
      await ownTurn()
    }
  }

  async function allMade(found: readonly StoredDocument[]): Promise<MadeDocument[]> {
    const made: MadeDocument[] = []
    for (const document of found) made.push(await generated.made(document))
    return made
  }

  function documentNamed(request: FastifyRequest, id: string): StoredDocument {
    const document = documents.find(id.toLowerCase())
    if (document !== undefined && reach.includes(request, document)) return document
    throw new ApiError('DOCUMENT_NOT_FOUND', 'There is no such document.')
  }

  /** By the clock of its market. */
  function timeOf({ market }: AccountView): number {
    return view.marketTime(market, parts.now())
  }

  done()
}

type ListFilters = Omit<Static<typeof documentListBody>, 'cursor' | 'limit'>

/** `Identity verification: passport`. */
function uploadName({ type, subType }: Pick<StoredDocument, 'type' | 'subType'>): string {
  const { name } = typeFacts(type)
  return subType === null ? name : `${name}: ${subType.replaceAll('_', ' ')}`
}

const EXTENSIONS = {
  [MimeType.Pdf]: 'pdf',
  [MimeType.Png]: 'png',
  [MimeType.Jpeg]: 'jpg',
  [MimeType.Json]: 'json',
} as const satisfies Record<MimeType, string>

const fileName = ({ type, day, mimeType }: StoredDocument): string => `${type}-${tradeDate(day)}.${EXTENSIONS[mimeType]}`
