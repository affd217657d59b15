/** Documents: which types there are, and what may be uploaded. The only list of each. */

interface TypeFacts {
  readonly name: string
  readonly uploadable: boolean
  readonly subTypes: readonly string[]
}

/** Uploaded by partners, made by the gateway (statements, confirmations, tax statements), or both (W-9). */
const DOCUMENT_TYPES = {
  identity_verification: {
    name: 'Identity verification',
    uploadable: true,
    subTypes: ['passport', 'drivers_license', 'state_id', 'national_id', 'permanent_resident_card', 'visa', 'selfie'],
  },
  address_verification: {
    name: 'Address verification',
    uploadable: true,
    subTypes: ['utility_bill', 'bank_statement', 'lease_agreement', 'mortgage_statement', 'tax_bill', 'drivers_license'],
  },
  date_of_birth_verification: {
    name: 'Date of birth verification',
    uploadable: true,
    subTypes: ['birth_certificate', 'passport', 'drivers_license', 'national_id'],
  },
  tax_id_verification: {
    name: 'Tax id verification',
    uploadable: true,
    subTypes: ['social_security_card', 'itin_letter', 'ein_letter', 'w2', 'tax_return'],
  },
  account_approval_letter: { name: 'Account approval letter', uploadable: true, subTypes: [] },
  cip_result: { name: 'Result of a customer identification program', uploadable: true, subTypes: [] },
  w8ben: { name: 'Form W-8BEN', uploadable: true, subTypes: [] },
  w9: { name: 'Form W-9', uploadable: true, subTypes: [] },
  company_formation: {
    name: 'Company formation',
    uploadable: true,
    subTypes: ['articles_of_incorporation', 'articles_of_organization', 'certificate_of_good_standing'],
  },
  entity_operating_document: {
    name: 'Entity operating document',
    uploadable: true,
    subTypes: ['operating_agreement', 'bylaws', 'partnership_agreement', 'trust_agreement'],
  },
  account_statement: { name: 'Account statement', uploadable: false, subTypes: ['monthly'] },
  trade_confirmation: { name: 'Trade confirmation', uploadable: false, subTypes: [] },
  tax_statement: { name: 'Tax statement', uploadable: false, subTypes: [] },
} as const satisfies Record<string, TypeFacts>

export type DocumentType = keyof typeof DOCUMENT_TYPES
export const DOCUMENT_TYPE_NAMES = Object.keys(DOCUMENT_TYPES) as readonly DocumentType[]

export const typeFacts = (type: DocumentType): TypeFacts => DOCUMENT_TYPES[type]

/** What follows from the ledger and the ends of trading days: made by the gateway alone, when somebody asks for it. */
export const GENERATED_TYPES = DOCUMENT_TYPE_NAMES.filter((type) => !typeFacts(type).uploadable)

export const MimeType = { Pdf: 'application/pdf', Png: 'image/png', Jpeg: 'image/jpeg', Json: 'application/json' } as const
export type MimeType = (typeof MimeType)[keyof typeof MimeType]

/** How the files begin that a document may be uploaded as. */
const MAGIC_BYTES = {
  [MimeType.Pdf]: [0x25, 0x50, 0x44, 0x46, 0x2d],
  [MimeType.Png]: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [MimeType.Jpeg]: [0xff, 0xd8, 0xff],
} as const
export type UploadedMimeType = keyof typeof MAGIC_BYTES
export const UPLOADED_MIME_TYPES = Object.keys(MAGIC_BYTES) as readonly UploadedMimeType[]

/** True when a file begins as one of this type does. */
export function beginsAs(mimeType: UploadedMimeType, content: Uint8Array): boolean {
  return MAGIC_BYTES[mimeType].every((byte, index) => content[index] === byte)
}

/** of a file once it is decoded */
export const LARGEST_DOCUMENT_BYTES = 10 * 1024 * 1024

export const W9Status = { Processing: 'PROCESSING', Completed: 'COMPLETED', Failed: 'FAILED' } as const
export type W9Status = (typeof W9Status)[keyof typeof W9Status]
