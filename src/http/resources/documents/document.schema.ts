import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { DOCUMENT_TYPE_NAMES, LARGEST_DOCUMENT_BYTES, MimeType, UPLOADED_MIME_TYPES, W9Status } from '../../../domain/accounts/document.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import { date, instant, nullable, openEnumeration, textOrNull, uuid } from '../../schema/answer-values.ts'
import { cursorInput, emailInput, instantInput, limitInput, oneOf, text } from '../../schema/request-values.ts'

const DOCUMENT_ID = '0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f'
const ACCOUNT_ID = '0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f'
const USER_ID = '0192b6bf-7c1b-8f7e-9a55-1b2a3c4d5e6f'

const typeName = oneOf(DOCUMENT_TYPE_NAMES, { code: 'INVALID_DOCUMENT_TYPE' })
const calendarNumber = (name: string, most: number, documented: { readonly description?: string } = {}) =>
  Type.Integer({
    minimum: 1,
    maximum: most,
    'x-expected': `a ${name} from 1 to ${most}`,
    'x-error-code': 'INVALID_DATE_RANGE',
    ...documented,
  })

export const documentSchema = Type.Object(
  {
    id: uuid,
    account_id: uuid,
    account_number: Type.String(),
    document_type: openEnumeration(DOCUMENT_TYPE_NAMES),
    document_sub_type: textOrNull,
    name: Type.String(),
    date: Type.Unsafe<string>({
      ...date,
      description: 'of what it is about: the last day of the month or the year, the trade date; else when it came',
    }),
    mime_type: openEnumeration(Object.values(MimeType)),
    size_bytes: Type.Integer(),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    created_at: instant,
  },
  {
    $id: 'Document',
    title: 'Document',
    examples: [
      {
        id: DOCUMENT_ID,
        account_id: ACCOUNT_ID,
        account_number: '410028817',
        document_type: 'account_statement',
        document_sub_type: 'monthly',
        name: 'Account statement 2026-10',
        date: '2026-10-31',
        mime_type: 'application/pdf',
        size_bytes: 6120,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        created_at: '2026-10-30T20:00:00.000Z',
      },
    ],
  },
)
export const documentRef = Type.Unsafe<object>({ $ref: 'Document#' })
export const documentPage = pageOf(documentRef)

export const documentListBody = Type.Object(
  {
    document_type: Type.Optional(typeName),
    account_number: Type.Optional(text({ minLength: 1, maxLength: 64 })),
    year: Type.Optional(calendarNumber('year', 9999)),
    month: Type.Optional(calendarNumber('month', 12, { description: 'needs year' })),
    day: Type.Optional(calendarNumber('day', 31, { description: 'needs month' })),
    cursor: cursorInput,
    limit: limitInput(PAGE_SIZES.documents),
  },
  { examples: [{ document_type: 'trade_confirmation', account_number: '410028817', year: 2026, month: 11, limit: 25 }] },
)
/** The page may be asked for in the query too, as `Link` does; then it counts. */
export const documentListQuery = Type.Object({ cursor: cursorInput, limit: limitInput(PAGE_SIZES.documents) })

export const emailBody = Type.Object(
  {
    document_id: text({ minLength: 1, maxLength: 64, description: 'id of the document' }),
    recipient_email: emailInput,
    subject: Type.Optional(text({ pattern: '^[^\\r\\n]*$', maxLength: 255, expected: 'one line of 255 characters at most' })),
    message: Type.Optional(text({ maxLength: 10_000 })),
  },
  { examples: [{ document_id: DOCUMENT_ID, recipient_email: 'jane@example.com', subject: 'Your statement' }] },
)

export const emailSchema = Type.Object(
  {
    id: uuid,
    document_id: uuid,
    recipient_email: Type.String(),
    status: openEnumeration(['QUEUED']),
    created_at: instant,
  },
  {
    examples: [
      {
        id: '0193b6c0-7c1b-4f7e-9a55-1b2a3c4d5e6f',
        document_id: DOCUMENT_ID,
        recipient_email: 'jane@example.com',
        status: 'QUEUED',
        created_at: '2026-11-20T15:04:05.123Z',
      },
    ],
  },
)

export const w9Body = Type.Object(
  {
    user_id: text({ minLength: 1, maxLength: 64, description: 'id of the user' }),
    account_id: Type.Optional(
      text({ minLength: 1, maxLength: 64, description: 'one of the user’s accounts; without it the first that is not closed' }),
    ),
    signed_at: Type.Optional(instantInput({ description: 'when the user signed; the form is not signed without it' })),
  },
  { examples: [{ user_id: USER_ID, signed_at: '2026-11-20T15:00:00Z' }] },
)

export const w9Schema = Type.Object(
  {
    id: uuid,
    user_id: uuid,
    status: openEnumeration(Object.values(W9Status)),
    document_id: nullable(uuid),
    failure_reason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'why it is FAILED' }),
    created_at: instant,
  },
  {
    $id: 'W9Request',
    title: 'Request for a W-9',
    examples: [
      {
        id: '0193b6c1-7c1b-4f7e-9a55-1b2a3c4d5e6f',
        user_id: USER_ID,
        status: 'COMPLETED',
        document_id: DOCUMENT_ID,
        failure_reason: null,
        created_at: '2026-11-20T15:04:05.123Z',
      },
    ],
  },
)
export const w9Ref = Type.Unsafe<object>({ $ref: 'W9Request#' })

export const uploadBody = Type.Object(
  {
    document_type: typeName,
    document_sub_type: Type.Optional(text({ minLength: 1, maxLength: 64 })),
    content: Type.Optional(text({ description: `the file in base64; ${LARGEST_DOCUMENT_BYTES} bytes decoded at most` })),
    content_data: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description: 'the form as JSON, in the place of content: w8ben' }),
    ),
    mime_type: Type.Optional(text({ maxLength: 255, description: `${UPLOADED_MIME_TYPES.join(', ')}; w8ben needs none` })),
  },
  {
    examples: [
      {
        document_type: 'identity_verification',
        document_sub_type: 'passport',
        content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        mime_type: 'image/png',
      },
      { document_type: 'w8ben', content_data: { given_name: 'Jean', family_name: 'Dupont', country_of_citizenship: 'FR' } },
    ],
  },
)

export const documentTypesSchema = Type.Array(
  Type.Object({
    document_type: openEnumeration(DOCUMENT_TYPE_NAMES),
    name: Type.String(),
    uploadable: Type.Boolean(),
    sub_types: Type.Array(Type.String()),
  }),
  {
    examples: [
      [
        {
          document_type: 'identity_verification',
          name: 'Identity verification',
          uploadable: true,
          sub_types: ['passport', 'drivers_license'],
        },
      ],
    ],
  },
)

const bytes = { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) }
const json = { schema: Type.Unsafe<Readable>({ type: 'object', additionalProperties: true }) }

/** The bytes of a document with its own media type. */
export const documentContent = {
  description: 'The file',
  content: {
    [MimeType.Pdf]: bytes,
    [MimeType.Png]: bytes,
    [MimeType.Jpeg]: bytes,
    [MimeType.Json]: json,
  },
}
