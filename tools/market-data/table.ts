import { readFileSync } from 'node:fs'

/** The rows of a table: lines that are neither empty nor comments, cut at their bars. Throws when a row has another number of cells. */
export function readTable<Row>(file: URL, cells: number, rowOf: (cells: readonly string[]) => Row): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return []
    const row = line.split('|')
    if (row.length !== cells) throw new Error(`${file.pathname}:${index + 1}: expected ${cells} cells, found ${row.length}`)
    return [rowOf(row)]
  })
}

/** `-` stands for nothing. */
export function orNull(cell: string): string | null {
  return cell === '-' ? null : cell
}

/** `16.5` percent are 1650. */
export function basisPoints(percent: string): number {
  return Math.round(Number(percent) * 100)
}
