import { Buffer } from 'node:buffer'
import { MimeType } from '../domain/accounts/document.ts'
import type { FixtureDocument } from '../http/resources/sandbox/reset/fixture.ts'

/** Documents of the fixture `full`, which its owner might have uploaded. */
export const sampleDocuments: readonly Omit<FixtureDocument, 'id' | 'account'>[] = [
  {
    type: 'identity_verification',
    subType: 'passport',
    name: 'passport.pdf',
    mimeType: MimeType.Pdf,
    content: samplePdf('Sample passport of Jane Doe'),
  },
  {
    type: 'address_verification',
    subType: 'utility_bill',
    name: 'utility-bill.pdf',
    mimeType: MimeType.Pdf,
    content: samplePdf('Sample utility bill of Jane Doe'),
  },
]

/** The smallest PDF that shows a line of text: the same bytes at any time. */
function samplePdf(line: string): Uint8Array {
  const drawing = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
