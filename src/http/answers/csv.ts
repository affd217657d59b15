import { Readable } from 'node:stream'

export type CsvValue = string | number | null

/** A line of RFC 4180, its line break included: quoted where it has to be, nothing for null. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join(',')}\r\n`
}

function field(value: CsvValue): string {
  if (value === null) return ''
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const CHUNK = 16 * 1024

type CsvRows = Iterable<readonly CsvValue[]> | AsyncIterable<readonly CsvValue[]>

/** A file of lines that is made as fast as its reader takes it: never more of it than a chunk is in memory. */
export function csvStream(header: readonly string[], rows: CsvRows): Readable {
  return Readable.from(chunks(header, rows), { objectMode: false, highWaterMark: CHUNK })
}

async function* chunks(header: readonly string[], rows: CsvRows): AsyncGenerator<string> {
  let chunk = csvLine(header)
  for await (const row of rows) {
    chunk += csvLine(row)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
