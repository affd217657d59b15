import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import { ownTurn } from '../../own-turn.ts'

type Pdf = InstanceType<typeof PDFDocument>

export interface SheetFrame {
  readonly title: string
  /** under the title: the period or the day */
  readonly subtitle: string
  /** at the foot of every page */
  readonly footer: string
  readonly sandbox: boolean
  /** epoch ms: the file's date, so that equal documents are equal bytes */
  readonly at: number
}

export interface Column {
  readonly heading: string
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** Of a table of names and amounts. */
export const AMOUNT_COLUMNS: readonly Column[] = [
  { heading: '', width: 416 },
  { heading: 'Amount', width: 100, align: 'right' },
]

export interface Row {
  readonly cells: readonly string[]
  readonly style?: 'total' | 'note'
}

interface TextStyle {
  readonly size?: number
  readonly bold?: boolean
  readonly color?: string
  readonly align?: 'left' | 'right'
  /** what is wider is cut, with an ellipsis */
  readonly width?: number
}

type CellStyle = Required<Pick<TextStyle, 'size' | 'bold' | 'color'>>

/** of pdfkit, whose types do not tell of it */
interface EmbeddedFont {
  readonly font: { getGlyph(id: number): { readonly advanceWidth: number } }
  /** from units of the font to thousandths of its size */
  readonly scale: number
  /** in thousandths of its size, by the number that a glyph has in the file */
  readonly widths: number[]
}

const PAGE = { width: 612, height: 792, margin: 48 } as const
const LEFT = PAGE.margin
const WIDTH = PAGE.width - 2 * PAGE.margin
const FOOT = PAGE.height - 60
const ROW_HEIGHT = 15
/** of Helvetica, in parts of its size */
const ASCENT = 0.718
/** rows that are drawn between two looks at what else there is to do */
const ROWS_AT_ONCE = 40
const INK = '#1b2330'
const FAINT = '#68707d'
const ACCENT = '#14532d'
const RULE = '#d5d9df'
const SHADE = '#f3f5f7'

/** What the 14 fonts of every reader can show: WinAnsi. */
const PLAIN = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
/** For names in Greek, Cyrillic, Vietnamese, Polish …: as wide as Helvetica, and embedded. */
const FURTHER_FONT = createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')

/** A document of one or more letter pages, from the top down. The PDF library is loaded once, see `openPrinter`. */
export class Sheet {
  private readonly pdf: Pdf
  private readonly frame: SheetFrame
  private readonly chunks: Uint8Array[] = []
  private y: number = LEFT

  private constructor(pdf: Pdf, frame: SheetFrame) {
    this.pdf = pdf
    this.frame = frame
    pdf.on('data', (chunk: Uint8Array) => this.chunks.push(chunk))
    this.head()
  }

  static async open(frame: SheetFrame): Promise<Sheet> {
    const { default: Document } = await import('pdfkit')
    const date = new Date(frame.at)
    const info = {
      Title: `${frame.title}, ${frame.subtitle}`,
      Author: 'Fillgate',
      Creator: 'Fillgate',
      Producer: 'Fillgate',
      CreationDate: date,
    }
    const options = { size: 'LETTER', margin: 0, bufferPages: true, lang: 'en-US', displayTitle: true, info, pdfVersion: '1.7' } as const
    // a short document is drawn without a rest
    await ownTurn()
    return new Sheet(new Document(options), frame)
  }

  /** The whole file, every page with its foot. */
  async close(): Promise<Uint8Array> {
    const { pdf } = this
    const { count } = pdf.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      await ownTurn()
      pdf.switchToPage(page)
      this.foot(page + 1, count)
    }
    const ended = new Promise((resolve) => pdf.once('end', resolve))
    pdf.end()
    await ended
    return Buffer.concat(this.chunks)
  }

  /** Two blocks side by side: an address, and labels with values. */
  parties([name, ...address]: readonly [string, ...string[]], facts: readonly (readonly [label: string, value: string])[]): void {
    const top = this.y
    const style = { size: 10, width: WIDTH / 2 - 12 }
    const names = this.linesOf(name, { ...style, bold: true })
    const lines = [...names, ...address.flatMap((line) => this.linesOf(line, { ...style, bold: false }))]
    lines.forEach((line, index) => this.write(line, LEFT, top + 13 * index, { ...style, bold: index < names.length }))
    const x = LEFT + WIDTH / 2 + 12
    facts.forEach(([label, value], index) => {
      this.write(label, x, top + 13 * index, { size: 9, color: FAINT, width: 110 })
      this.write(value, x + 110, top + 13 * index, { size: 9, align: 'right', width: WIDTH / 2 - 122 })
    })
    this.y = top + 13 * Math.max(lines.length, facts.length) + 14
  }

  heading(text: string): void {
    this.room(ROW_HEIGHT * 4)
    this.y += 8
    this.write(text, LEFT, this.y, { size: 11.5, bold: true, color: ACCENT })
    this.y += 19
  }

  paragraph(text: string, { size = 8.5, color = FAINT }: { readonly size?: number; readonly color?: string } = {}): void {
    const height = this.heightOf(text, size)
    this.room(height)
    this.setFont(text, false).fontSize(size).fillColor(color).text(clean(text), LEFT, this.y, { width: WIDTH, lineGap: 1.5 })
    this.y += height + 6
  }

  /** A line of its headings, again on each further page, then the rows. */
  async table(columns: readonly Column[], rows: readonly Row[]): Promise<void> {
    this.room(ROW_HEIGHT * 3)
    this.columnHeadings(columns)
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await ownTurn()
      // the last row, a total, is never alone on a page
      const together = index === rows.length - 2 ? 2 : 1
      if (this.y + ROW_HEIGHT * together > FOOT) {
        this.nextPage()
        this.columnHeadings(columns)
      }
      this.row(columns, row, index)
    }
    this.y += 6
  }

  // --------------------------------------------------------------- for forms, which place their parts themselves

  get top(): number {
    return this.y
  }

  advance(height: number): void {
    this.y += height
  }

  box(x: number, y: number, width: number, height: number): void {
    this.pdf
      .lineWidth(0.6)
      .strokeColor(INK)
      .rect(LEFT + x, y, width, height)
      .stroke()
  }

  tick(x: number, y: number, isTicked: boolean): void {
    this.box(x, y, 8, 8)
    if (isTicked)
      this.pdf
        .lineWidth(1.2)
        .moveTo(LEFT + x + 1.5, y + 4.2)
        .lineTo(LEFT + x + 3.4, y + 6.4)
        .lineTo(LEFT + x + 6.8, y + 1.6)
        .stroke()
  }

  label(text: string, x: number, y: number, style: TextStyle): void {
    this.write(text, LEFT + x, y, style)
  }

  /** Across the page, behind what is written afterwards. */
  watermark(text: string): void {
    const { pdf } = this
    pdf.save().rotate(-35, { origin: [PAGE.width / 2, PAGE.height / 2] })
    pdf.font('Helvetica-Bold').fontSize(54).fillColor('#e9ecef')
    pdf.text(text, (PAGE.width - pdf.widthOfString(text)) / 2, PAGE.height / 2 - 27, { lineBreak: false })
    pdf.restore()
  }

  // ---------------------------------------------------------------

  private head(): void {
    const { pdf, frame } = this
    pdf.rect(LEFT, this.y + 2, 4, 20).fill(ACCENT)
    this.write('Fillgate', LEFT + 11, this.y + 3, { size: 18, bold: true, color: ACCENT })
    this.write(frame.title, LEFT, this.y, { size: 15, bold: true, align: 'right', width: WIDTH })
    this.write(frame.subtitle, LEFT, this.y + 19, { size: 9.5, color: FAINT, align: 'right', width: WIDTH })
    this.y += 40
    if (frame.sandbox) {
      pdf.rect(LEFT, this.y, WIDTH, 17).fill('#fdf3d7')
      this.write('SAMPLE – SANDBOX. No real money, securities or persons are behind this document.', LEFT + 8, this.y + 4.5, {
        size: 8.5,
        bold: true,
        color: '#7a5a00',
      })
      this.y += 17
    }
    this.y += 18
  }

  private foot(page: number, pages: number): void {
    this.line(FOOT + 14, 0.5, RULE)
    this.write(this.frame.footer, LEFT, FOOT + 21, { size: 7.5, color: FAINT, width: WIDTH - 90 })
    this.write(`Page ${page} of ${pages}`, LEFT, FOOT + 21, { size: 7.5, color: FAINT, align: 'right', width: WIDTH })
  }

  private nextPage(): void {
    this.pdf.addPage()
    this.y = PAGE.margin
    this.write(`${this.frame.title}, ${this.frame.subtitle}`, LEFT, this.y, { size: 9, bold: true, color: FAINT })
    this.y += 22
  }

  private room(height: number): void {
    if (this.y + height > FOOT) this.nextPage()
  }

  private columnHeadings(columns: readonly Column[]): void {
    this.cells(
      columns,
      columns.map(({ heading }) => heading),
      { size: 8, bold: true, color: FAINT },
    )
    this.y += ROW_HEIGHT
    this.line(this.y - 3, 0.8, INK)
  }

  private row(columns: readonly Column[], { cells, style }: Row, index: number): void {
    if (style === 'total') this.line(this.y - 2, 0.8, INK)
    else if (index % 2 === 1) this.pdf.rect(LEFT, this.y - 2, WIDTH, ROW_HEIGHT).fill(SHADE)
    this.cells(columns, cells, { size: 8.5, bold: style === 'total', color: style === 'note' ? FAINT : INK })
    this.y += ROW_HEIGHT
  }

  /** From margin to margin. */
  private line(y: number, width: number, color: string): void {
    const { pdf } = this
    pdf.lineWidth(width).strokeColor(color).moveTo(LEFT, y)
    pdf.lineTo(LEFT + WIDTH, y).stroke()
  }

  private cells(columns: readonly Column[], cells: readonly string[], style: CellStyle): void {
    let x = LEFT
    columns.forEach(({ width, align = 'left' }, index) => {
      const text = cells[index] ?? ''
      const place = { ...style, align, width: (align === 'right' ? width : widthFrom(index, columns, cells)) - 6 }
      if (text !== '') this.write(text, x + 3, this.y + 1, align === 'right' ? { ...place, size: this.sizeWithin(text, place) } : place)
      x += width
    })
  }

  /** Figures are on the right, and shown whole: in smaller type where they are too wide. */
  private sizeWithin(text: string, { size, bold, width }: Required<Pick<TextStyle, 'size' | 'bold' | 'width'>>): number {
    const wide = this.setFont(text, bold).fontSize(size).widthOfString(text)
    return wide <= width ? size : Math.floor((100 * size * width) / wide) / 100
  }

  /** One line. */
  private write(text: string, x: number, y: number, { size = 9, bold = false, color = INK, align = 'left', width }: TextStyle): void {
    const line = clean(text)
    const pdf = this.setFont(line, bold).fontSize(size).fillColor(color)
    const shown = width === undefined ? line : this.cut(line, width)
    const left = align === 'right' && width !== undefined ? x + width - pdf.widthOfString(shown) : x
    // by its base line: fonts have different heights above it
    pdf.text(shown, left, y + size * ASCENT, { lineBreak: false, baseline: 'alphabetic' })
  }

  /** Broken between words, so that a name or an address stands there whole; a word that is wider than the line is cut as it is written. */
  private linesOf(text: string, { size, bold, width }: Required<Pick<TextStyle, 'size' | 'bold' | 'width'>>): string[] {
    return clean(text)
      .split(' ')
      .reduce<string[]>((lines, word) => {
        const longer = [...lines.slice(-1), word].join(' ')
        const wide = this.setFont(longer, bold).fontSize(size).widthOfString(longer)
        return wide <= width ? [...lines.slice(0, -1), longer] : [...lines, word]
      }, [])
  }

  private cut(text: string, width: number): string {
    if (this.pdf.widthOfString(text) <= width) return text
    // halved again and again: a long name takes milliseconds each time that it is measured
    let fits = 0
    for (let tooLong = text.length; tooLong - fits > 1;) {
      const middle = Math.floor((fits + tooLong) / 2)
      if (this.pdf.widthOfString(`${text.slice(0, middle)}…`) > width) tooLong = middle
      else fits = middle
    }
    return `${text.slice(0, fits)}…`
  }

  private heightOf(text: string, size: number): number {
    return this.setFont(text, false).fontSize(size).heightOfString(clean(text), { width: WIDTH, lineGap: 1.5 })
  }

  private setFont(text: string, bold: boolean): Pdf {
    if (!PLAIN.test(text)) return withTrueWidths(this.pdf.font(FURTHER_FONT))
    return this.pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica')
  }
}

/** Of a cell and the empty ones behind it: a name takes the room that nothing else needs. */
function widthFrom(index: number, columns: readonly Column[], cells: readonly string[]): number {
  const next = cells.findIndex((text, at) => at > index && text !== '')
  return columns.slice(index, next < 0 ? columns.length : next).reduce((sum, { width }) => sum + width, 0)
}

/** What stands for a letter that the font has not is as wide in the file as it is measured: pdfkit leaves its width in units of the font. */
function withTrueWidths(pdf: Pdf): Pdf {
  const { font, scale, widths } = (pdf as unknown as { _font: EmbeddedFont })._font
  widths[0] = font.getGlyph(0).advanceWidth * scale
  return pdf
}

/** Control characters would end the line. */
const clean = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
