import type { Static } from 'typebox'
import {
  beginsAs,
  type DocumentType,
  documentTypeNamed,
  LARGEST_DOCUMENT_BYTES,
  MimeType,
  typeFacts,
  UPLOADED_MIME_TYPES,
  type UploadedMimeType,
} from '../../../domain/accounts/document.ts'
import { ApiError } from '../../answers/errors.ts'
import { faultError, type FieldFault, invalid } from '../../requests/field-faults.ts'
import type { uploadBody } from './document.schema.ts'

/** What a partner uploads, checked. */
export interface Upload {
  readonly type: DocumentType
  readonly subType: string | null
  readonly mimeType: MimeType
  readonly content: Buffer
}

type UploadBody = Static<typeof uploadBody>

/** Throws what is wrong with it: the type, its media type, its size, its content. */
export function checkUpload(body: UploadBody): Upload {
  const type = uploadableType(body.document_type)
  const subType = body.document_sub_type ?? null
  if (subType !== null && !typeFacts(type).subTypes.includes(subType)) {
    const known = typeFacts(type).subTypes.join(', ')
    const expected = known === '' ? 'has no sub types' : `has the sub types ${known}`
    throw new ApiError('INVALID_DOCUMENT_TYPE', `${type} ${expected}.`, { field: 'document_sub_type' })
  }
  return { type, subType, ...(type === 'w8ben' ? formOf(body) : fileOf(body)) }
}

/** Throws INVALID_DOCUMENT_TYPE for a name that is none. */
export function knownType(name: string): DocumentType {
  const type = documentTypeNamed(name)
  if (type === undefined) throw invalidType('There is no such document type: see GET /v1/documents/types.')
  return type
}

function uploadableType(name: string): DocumentType {
  const type = knownType(name)
  if (!typeFacts(type).uploadable) throw invalidType(`${type} is made by the gateway and can't be uploaded.`)
  return type
}

const invalidType = (message: string): ApiError => new ApiError('INVALID_DOCUMENT_TYPE', message, { field: 'document_type' })
const invalidContent = (message: string, field = 'content'): ApiError => new ApiError('INVALID_DOCUMENT_CONTENT', message, { field })

/** A W-8BEN comes as JSON. */
function formOf({ content, content_data, mime_type }: UploadBody): Pick<Upload, 'mimeType' | 'content'> {
  if (mime_type !== undefined && mime_type !== MimeType.Json) throw unsupported(`w8ben is ${MimeType.Json}.`)
  if (content !== undefined) throw invalidContent('A w8ben has content_data and no content.')
  if (content_data === undefined) throw faultError([required('content_data')])
  const json = Buffer.from(JSON.stringify(content_data))
  if (json.length > LARGEST_DOCUMENT_BYTES) throw tooLarge('content_data')
  return { mimeType: MimeType.Json, content: json }
}

function fileOf({ content, content_data, mime_type }: UploadBody): Pick<Upload, 'mimeType' | 'content'> {
  if (content_data !== undefined) throw invalidContent('content_data is for w8ben alone.', 'content_data')
  if (mime_type === undefined || content === undefined)
    throw faultError([...(content === undefined ? [required('content')] : []), ...(mime_type === undefined ? [required('mime_type')] : [])])
  const mimeType = UPLOADED_MIME_TYPES.find((known) => known === mime_type)
  if (mimeType === undefined) throw unsupported(`mime_type must be one of ${UPLOADED_MIME_TYPES.join(', ')}.`)
  // before it is decoded: a quarter of base64 is overhead
  if (decodedLength(content) > LARGEST_DOCUMENT_BYTES) throw tooLarge('content')
  const decoded = Buffer.from(content, 'base64')
  // Node skips what is no base64; written again it is the same only where nothing was skipped
  if (decoded.toString('base64') !== content) throw invalidContent('content must be base64 (RFC 4648 section 4, with padding).')
  if (!beginsAs(mimeType, decoded)) throw invalidContent(beginning(mimeType))
  return { mimeType, content: decoded }
}

function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.floor((base64.length * 3) / 4) - padding
}

const beginning = (mimeType: UploadedMimeType): string => `The file does not begin as ${mimeType} does.`
const required = (field: string): FieldFault => invalid(field, `${field} is required.`)
const unsupported = (message: string): ApiError => new ApiError('UNSUPPORTED_MEDIA_TYPE', message, { field: 'mime_type' })
const tooLarge = (field: string): ApiError =>
  new ApiError('DOCUMENT_TOO_LARGE', `A document has ${LARGEST_DOCUMENT_BYTES} bytes at most.`, { field })
