/** Something to show: a heading and what belongs to it, as pieces of text that stay whole where they can. */
export interface Block {
  readonly heading: string
  readonly style: Style
  readonly pieces: readonly Piece[]
}

export interface Piece {
  readonly text: string
  readonly style: Style
}

export type Style = 'plain' | 'faint' | 'title' | 'sent' | 'received' | 'copy'

const CODES: Readonly<Record<Style, string>> = { plain: '0', faint: '2', title: '1', sent: '1;36', received: '1;32', copy: '35' }
const GUTTER = ' │ '
const INDENT = '  '

export interface ColumnsOptions {
  readonly width: number
  readonly colour: boolean
}

/** Two columns of blocks beside each other: left what a client sends, right what the gateway answers. */
export function twoColumns(left: readonly Block[], right: readonly Block[], { width, colour }: ColumnsOptions): string {
  const leftWidth = Math.floor((width - GUTTER.length) / 2)
  const rightWidth = width - GUTTER.length - leftWidth
  const leftLines = left.flatMap((block) => linesOf(block, leftWidth))
  const rightLines = right.flatMap((block) => linesOf(block, rightWidth))
  const rows = Math.max(leftLines.length, rightLines.length)
  return Array.from({ length: rows }, (_, row) => {
    const line = leftLines[row] ?? []
    const padding = ' '.repeat(Math.max(0, leftWidth - lengthOf(line)))
    return (
      `${paint(line, colour)}${padding}${paint([{ text: GUTTER, style: 'faint' }], colour)}${paint(rightLines[row] ?? [], colour)}`.trimEnd() +
      '\n'
    )
  }).join('')
}

/** Text in a style, if colours are wanted. */
export function styled(text: string, style: Style, colour: boolean): string {
  return colour && style !== 'plain' ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text
}

type Line = readonly Piece[]

function linesOf(block: Block, width: number): Line[] {
  const lines: Piece[][] = [[{ text: block.heading.slice(0, width), style: block.style }]]
  let line: Piece[] = []
  for (const piece of block.pieces.flatMap((whole) => partsOf(whole, width - INDENT.length))) {
    if (line.length > 0 && lengthOf(line) + INDENT.length + piece.text.length > width) {
      lines.push(line)
      line = []
    }
    line.push({ text: INDENT, style: 'plain' }, piece)
  }
  return line.length > 0 ? [...lines, line] : lines
}

/** A piece that is longer than a line, cut between words where that can be. */
function partsOf(piece: Piece, width: number): Piece[] {
  if (piece.text.length <= width) return [piece]
  const blank = piece.text.lastIndexOf(' ', width)
  const end = blank > 0 ? blank : width
  return [{ ...piece, text: piece.text.slice(0, end) }, ...partsOf({ ...piece, text: piece.text.slice(end).trimStart() }, width)]
}

function lengthOf(line: Line): number {
  return line.reduce((length, { text }) => length + text.length, 0)
}

function paint(line: Line, colour: boolean): string {
  return line.map(({ text, style }) => styled(text, style, colour)).join('')
}
