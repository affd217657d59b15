import { DOCUMENT_TYPE_NAMES, typeFacts } from '../../../domain/accounts/document.ts'
import { tradeDate } from '../../../domain/time/trade-date.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { DocumentFile, StoredDocument } from '../../../storage/rows/document-store.ts'
import type { DocumentEmail } from '../../../storage/rows/email-outbox.ts'
import type { W9Request } from '../../../storage/rows/w9-request-store.ts'
import { formatInstant } from '../../requests/instants.ts'

/** A document that has its content. */
export type MadeDocument = StoredDocument & { readonly file: DocumentFile }

/** The record of docs/api-contract.md section 9. */
export function documentView({ accounts }: Pick<EngineView, 'accounts'>, document: MadeDocument) {
  const account = accounts[document.account]!
  return {
    id: document.id,
    account_id: account.id,
    account_number: account.accountNumber,
    document_type: document.type,
    document_sub_type: document.subType,
    name: document.name,
    date: tradeDate(document.day),
    mime_type: document.mimeType,
    size_bytes: document.file.bytes,
    sha256: document.file.sha256,
    created_at: formatInstant(document.createdAt),
  }
}

export function emailView(email: DocumentEmail) {
  return {
    id: email.id,
    document_id: email.documentId,
    recipient_email: email.recipient,
    status: email.status,
    created_at: formatInstant(email.createdAt),
  }
}

export function w9View({ accounts }: Pick<EngineView, 'accounts'>, request: W9Request) {
  return {
    id: request.id,
    user_id: accounts[request.account]!.userId,
    status: request.status,
    document_id: request.documentId,
    failure_reason: request.failureReason,
    created_at: formatInstant(request.createdAt),
  }
}

/** The catalog. */
export const documentTypesView = () =>
  DOCUMENT_TYPE_NAMES.map((type) => {
    const { name, uploadable, subTypes } = typeFacts(type)
    return { document_type: type, name, uploadable, sub_types: [...subTypes] }
  })
