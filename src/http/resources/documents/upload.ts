import type { Static } from 'typebox'
import {
  beginsAs,
  type DocumentType,
  LARGEST_DOCUMENT_BYTES,
  MimeType,
  typeFacts,
  UPLOADED_MIME_TYPES,
  type UploadedMimeType,
} from '../../../domain/accounts/document.ts'
import { ApiError } from '../../answers/errors.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import type { Given } from '../../requests/judged-request.ts'
import type { uploadBody } from './document.schema.ts'

/** What a partner uploads. */
export interface Upload {
  readonly type: DocumentType
  readonly subType: string | null
  readonly mimeType: MimeType
  readonly content: Buffer
}

type UploadBody = Static<typeof uploadBody>
type GivenBody = Given<UploadBody>

/** What is wrong with its type and content. Throws DOCUMENT_TOO_LARGE and UNSUPPORTED_MEDIA_TYPE, which come before that. */
export function uploadFaults(body: GivenBody): FieldFault[] {
  const { document_type: type, document_sub_type: subType } = body
  refuseTooLarge(body)
  // what else there has to be depends on it
  if (type === undefined) return []
  const { uploadable, subTypes } = typeFacts(type)
  if (!uploadable) return [invalidType('document_type', `${type} is made by the gateway and can't be uploaded.`)]
  const expected = subTypes.length === 0 ? 'has no sub types' : `has the sub types ${subTypes.join(', ')}`
  return [
    ...(subType === undefined || subTypes.includes(subType) ? [] : [invalidType('document_sub_type', `${type} ${expected}.`)]),
    ...(type === 'w8ben' ? formFaults(body) : fileFaults(body)),
  ]
}

/** Whatever the type. */
function refuseTooLarge({ content, content_data }: GivenBody): void {
  // before it is decoded: a quarter of base64 is overhead
  if (content !== undefined && decodedLength(content) > LARGEST_DOCUMENT_BYTES) throw tooLarge('content')
  if (content_data !== undefined && formOf(content_data).length > LARGEST_DOCUMENT_BYTES) throw tooLarge('content_data')
}

/** A W-8BEN comes as JSON. */
function formFaults({ content, content_data, mime_type }: GivenBody): FieldFault[] {
  if (mime_type !== undefined && mime_type !== MimeType.Json) throw unsupported(`w8ben is ${MimeType.Json}.`)
  return [
    ...(content === undefined ? [] : [invalidContent('A w8ben has content_data and no content.')]),
    ...(content_data === undefined ? [required('content_data')] : []),
  ]
}

function fileFaults({ content, content_data, mime_type }: GivenBody): FieldFault[] {
  const mimeType = UPLOADED_MIME_TYPES.find((known) => known === mime_type)
  if (mime_type !== undefined && mimeType === undefined) throw unsupported(`mime_type must be one of ${UPLOADED_MIME_TYPES.join(', ')}.`)
  return [
    ...(content_data === undefined ? [] : [invalidContent('content_data is for w8ben alone.', 'content_data')]),
    ...(content === undefined ? [required('content')] : contentFaults(content, mimeType)),
    ...(mime_type === undefined ? [required('mime_type')] : []),
  ]
}

function contentFaults(content: string, mimeType: UploadedMimeType | undefined): FieldFault[] {
  const decoded = Buffer.from(content, 'base64')
  // Node skips what is no base64; written again it is the same only where nothing was skipped
  if (decoded.toString('base64') !== content) return [invalidContent('content must be base64 (RFC 4648 section 4, with padding).')]
  return mimeType === undefined || beginsAs(mimeType, decoded) ? [] : [invalidContent(`The file does not begin as ${mimeType} does.`)]
}

/** An upload without faults. */
export function uploadOf({ document_type: type, document_sub_type, content, content_data, mime_type }: UploadBody): Upload {
  const subType = document_sub_type ?? null
  if (type === 'w8ben') return { type, subType, mimeType: MimeType.Json, content: formOf(content_data!) }
  return { type, subType, mimeType: mime_type as UploadedMimeType, content: Buffer.from(content!, 'base64') }
}

const formOf = (content_data: object): Buffer => Buffer.from(JSON.stringify(content_data))

function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor((base64.length * 3) / 4) - padding
}

const required = (field: string): FieldFault => invalid(field, `${field} is required.`)
const invalidType = (field: string, message: string): FieldFault => ({ field, code: 'INVALID_DOCUMENT_TYPE', message })
const invalidContent = (message: string, field = 'content'): FieldFault => ({ field, code: 'INVALID_DOCUMENT_CONTENT', message })
const unsupported = (message: string): ApiError => new ApiError('UNSUPPORTED_MEDIA_TYPE', message, { field: 'mime_type' })
const tooLarge = (field: string): ApiError =>
  new ApiError('DOCUMENT_TOO_LARGE', `A document has ${LARGEST_DOCUMENT_BYTES} bytes at most.`, { field })
