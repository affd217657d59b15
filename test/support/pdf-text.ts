import { inflateSync } from 'node:zlib'

/**
 * The texts of a PDF of ours in the order in which they are drawn, those in the fonts that every reader has. It follows the file's
 * cross-reference table, so that a file that no reader could open fails here.
 */
export function textsOf(file: Uint8Array): string[] {
  const bytes = Buffer.from(file)
  return contentsOf(bytes).flatMap((content) => [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces]) => decoded(pieces!)))
}

/** The texts that stand behind a label. */
export function behind(texts: readonly string[], label: string, count = 1): string[] {
  const at = texts.lastIndexOf(label)
  return texts.slice(at + 1, at + 1 + count)
}

export function pageCount(file: Uint8Array): number {
  return objectsOf(Buffer.from(file)).filter((object) => /\/Type \/Page\b/.test(object.toString('latin1'))).length
}

function contentsOf(bytes: Buffer): string[] {
  return objectsOf(bytes).flatMap((object) => {
    const text = object.toString('latin1')
    const start = text.indexOf('stream\n')
    if (start < 0 || !text.includes('/FlateDecode') || text.includes('/Length1') || text.includes('/Type /Metadata')) return []
    const length = Number(/\/Length (\d+)/.exec(text)![1])
    const from = start + 'stream\n'.length
    const content = inflateSync(object.subarray(from, from + length)).toString('latin1')
    return content.includes(' TJ') ? [content] : []
  })
}

/** The objects that the cross-reference table names. */
function objectsOf(bytes: Buffer): Buffer[] {
  const text = bytes.toString('latin1')
  if (!text.startsWith('%PDF-1.') || !text.trimEnd().endsWith('%%EOF')) throw new Error('the file does not begin and end as a PDF does')
  const table = Number(/startxref\n(\d+)\n/.exec(text)![1])
  if (!text.startsWith('xref\n', table)) throw new Error('there is no cross-reference table where the file says')
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset))
  return offsets.map((offset, index) => {
    if (!text.startsWith(`${index + 1} 0 obj`, offset)) throw new Error(`object ${index + 1} is not where the table says`)
    return bytes.subarray(offset, text.indexOf('endobj', offset))
  })
}

/** `<48656c> -10 <6c6f>`: kerned pieces in hexadecimal, in the encoding of Windows: like Latin-1, with dashes and quotes where that has none. */
function decoded(pieces: string): string {
  return [...pieces.matchAll(/<([0-9a-f]*)>/g)]
    .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1').replaceAll('\x96', '–').replaceAll('\x85', '…'))
    .join('')
}
