import PDFDocument from 'pdfkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { printer } from '../../src/documents/printer.ts'
import type { LedgerLine } from '../../src/documents/ledger-line.ts'
import { Side } from '../../src/domain/orders/order.ts'
import { pageCount, textsOf } from '../support/pdf-text.ts'
import { booked, fill, FIRST_DAY, SECURITIES } from './ledger.ts'

const frame = {
  holder: { name: 'Jane Doe', address: ['1 Main St', 'Austin, TX 78701'] },
  accountNumber: '410028817',
  at: 1_795_187_045_123,
}
const fills = (count: number) =>
  Array.from({ length: count }, (_, index) => fill(FIRST_DAY + (index % 25), { instrument: index, side: Side.Buy, shares: 1, price: 10 }))
const statement = (more: object = {}) =>
  printer.statement({
    ...frame,
    sandbox: true,
    accountType: 'ira_roth',
    year: 2026,
    month: 11,
    firstDay: FIRST_DAY,
    lines: [booked('DEPOSIT', FIRST_DAY, 123_456_789), ...fills(3)],
    openingCloses: new Map(),
    closes: new Map(),
    securities: SECURITIES,
    ...more,
  })
const taxed = [
  fill(FIRST_DAY - 40, { instrument: 3, side: Side.Buy, shares: 3, price: 100 }),
  fill(FIRST_DAY, { instrument: 3, side: Side.Sell, shares: 1.5, price: 120.5 }),
]
const taxStatement = (more: object = {}, lines: readonly LedgerLine[] = taxed) =>
  printer.taxStatement({
    ...frame,
    sandbox: true,
    accountType: 'ira_roth',
    taxId: '***-**-0001',
    year: 2026,
    firstDay: FIRST_DAY,
    lines: () => lines,
    securities: SECURITIES,
    ...more,
  })
const confirmation = (lines: readonly LedgerLine[]) =>
  printer.confirmation({ ...frame, sandbox: true, day: FIRST_DAY, lines, securities: SECURITIES })
const w9 = (more: object = {}) =>
  printer.w9({
    name: 'Jane Doe',
    street: '1 Main St',
    place: 'Austin, TX 78701',
    accountNumber: '410028817',
    taxIdType: 'US_SSN',
    taxIdLast4: '0001',
    signedAt: null,
    sandbox: true,
    at: frame.at,
    ...more,
  })

describe('a document', () => {
  test('is the same bytes for the same input', async () => {
    expect(await statement()).toEqual(await statement())
    expect(await taxStatement()).toEqual(await taxStatement())
    expect(await w9()).toEqual(await w9())
    const name = 'Željka Nguyễn-Łukasz'
    expect(await w9({ name })).toEqual(await w9({ name }))
  })

  test('bears the mark of the sandbox there alone', async () => {
    const mark = /SANDBOX/
    expect(textsOf(await statement()).filter((text) => mark.test(text))).toHaveLength(1)
    expect(textsOf(await w9()).filter((text) => mark.test(text))).toHaveLength(2)
    const isNoForm = 'This is a document of a sandbox, and no IRS form.'
    expect(textsOf(await taxStatement()).filter((text) => mark.test(text) || text === isNoForm)).toHaveLength(2)
    expect(textsOf(await taxStatement({ sandbox: false }))).not.toContain(isNoForm)
    for (const document of [await statement({ sandbox: false }), await taxStatement({ sandbox: false }), await w9({ sandbox: false })])
      expect(textsOf(document).filter((text) => mark.test(text))).toEqual([])
  })

  test('goes over as many pages as it needs, each with the headings of the table and its number', async () => {
    const document = await statement({ lines: fills(100) })
    const texts = textsOf(document)
    expect(pageCount(document)).toBe(6)
    expect(texts.filter((text) => text.startsWith('Page '))).toEqual([1, 2, 3, 4, 5, 6].map((page) => `Page ${page} of 6`))
    expect(texts.filter((text) => text === 'Market value').length).toBeGreaterThan(2)
    expect(texts.filter((text) => /^Bought S/.test(text))).toHaveLength(100)
  })

  test('has no page with the closing balance alone', async () => {
    for (let count = 1; count <= 60; count++) {
      const texts = textsOf(await statement({ lines: Array.from({ length: count }, () => booked('DEPOSIT', FIRST_DAY, 100)) }))
      expect(texts[texts.lastIndexOf('Closing balance') - 3], `${count} rows`).toBe('Deposit')
    }
  })

  test('names the security of a dividend and of a split, with what it came to', async () => {
    const dividend: LedgerLine = {
      ...booked('DIVIDEND', FIRST_DAY, 2_600),
      corporateAction: { kind: 'dividend', instrument: 3, quantity: { shares: 100, lots: 0 }, amountTicks: 2_600 },
    }
    const split: LedgerLine = {
      ...booked('ADJUSTMENT', FIRST_DAY, 0),
      corporateAction: { kind: 'split', instrument: 3, quantity: { shares: 50, lots: 0 }, numerator: 3, denominator: 2, paidLots: 0 },
    }
    const texts = textsOf(await statement({ lines: [dividend, split] }))
    const row = (name: string, cells: number) => texts.slice(texts.indexOf(name), texts.indexOf(name) + cells)
    expect(row('Dividend S3', 5)).toEqual(['Dividend S3', '100', '0.26', '26.00', '26.00'])
    expect(row('Split S3 3:2', 4)).toEqual(['Split S3 3:2', '50', '0.00', '26.00'])
  })

  test('says of very many trades of a day that their prices are averages, and sums them up with what was taken back', async () => {
    const purchase = fill(FIRST_DAY, { instrument: 3, side: Side.Buy, shares: 2, price: 10 })
    const cancelled: LedgerLine = { ...booked('ADJUSTMENT', FIRST_DAY, 1_500), trade: { ...purchase.trade!, kind: 'cancellation' } }
    const said = 'All fills in one security and side are shown at their average price. The executions are listed on request.'
    const few = textsOf(await confirmation([purchase, cancelled]))
    expect(few).not.toContain(said)
    expect(few.slice(few.indexOf('Summary'), few.indexOf('Net amount debited') + 2)).toEqual(
      [
        ['Summary', 'Amount', 'Bought', '-20.00', 'Sold', '0.00', 'Fees', '0.00'],
        ['Corrections and cancellations', '15.00', 'Net amount debited', '5.00'],
      ].flat(),
    )
    const many = textsOf(await confirmation(Array.from({ length: 501 }, () => purchase)))
    expect(many).toContain(said)
    expect(many.slice(many.indexOf('S3'), many.indexOf('S3') + 6)).toEqual(['S3', 'Security 3 Inc.', '1,002', '10.00', '10,020.00', '0.00'])
    expect(many).not.toContain('Corrections and cancellations')
  })

  test('shows sales by month where there are very many, and says so', async () => {
    const sale = fill(FIRST_DAY + 3, { instrument: 3, side: Side.Sell, shares: 1, price: 120 })
    const purchase = fill(FIRST_DAY, { instrument: 3, side: Side.Buy, shares: 1_000, price: 100 })
    const texts = textsOf(await taxStatement({}, [purchase, ...Array.from({ length: 501 }, () => sale)]))
    const [row, said] = [
      'November 2026',
      'Securities with very many sales are shown by month. The trade confirmations list the sales of each day.',
    ]
    expect(texts.slice(texts.indexOf(row), texts.indexOf(row) + 6)).toEqual([
      row,
      'Sold (501 sales)',
      '501',
      '60,120.00',
      '50,100.00',
      '10,020.00',
    ])
    expect(texts).toContain(said)
    const few = textsOf(await taxStatement())
    expect(few).not.toContain(said)
    expect(few.slice(few.indexOf('11/01/2026'), few.indexOf('11/01/2026') + 6)).toEqual([
      '11/01/2026',
      'Sold',
      '1.5',
      '180.75',
      '150.00',
      '30.75',
    ])
  })

  test('shows of a year that only adjusted an earlier one by how much, and says what else there was not', async () => {
    const [purchase, sale] = [taxed[0]!, fill(FIRST_DAY - 9, { instrument: 3, side: Side.Sell, shares: 1, price: 110 })]
    const lines = [purchase, { ...sale, trade: { ...sale.trade!, fillId: 'sale' } }]
    const cancelled: LedgerLine = {
      ...booked('ADJUSTMENT', FIRST_DAY + 1, -11_000),
      holdings: [{ kind: 'reversed', instrument: 3, lots: 1e9, basis: { whole: 3_000_000, fraction: 0 } }],
      trade: { ...sale.trade!, fillId: 'sale', kind: 'cancellation' },
    }
    const texts = textsOf(await taxStatement({}, [...lines, cancelled]))
    expect(texts.slice(texts.indexOf('Summary'), texts.indexOf('Dividends', texts.indexOf('Nothing was sold in the year.')) + 2)).toEqual(
      [
        ['Summary', 'Proceeds', 'Cost basis', 'Amount', 'Gain or loss from sales', '0.00', '0.00', '0.00'],
        ['Adjustments of earlier years', '-110.00', '-100.00', '-10.00', 'Dividends', '0.00'],
        ['Proceeds from sales', 'Nothing was sold in the year.'],
        ['Adjustments of earlier years', 'Booked', 'What', 'Symbol', 'Proceeds', 'Cost basis', 'Gain or loss'],
        ['11/02/2026', 'Cancelled sale of 10/23/2026', 'S3', '-110.00', '-100.00', '-10.00', 'Total', '-110.00', '-100.00', '-10.00'],
        ['These trades of earlier years were cancelled or corrected in this one. What is shown is by how much that changed those years.'],
        ['Dividends', 'No dividends were paid in the year.'],
      ].flat(),
    )
  })

  test('shows adjustments by month where there are very many, and says so', async () => {
    const fills = Array.from({ length: 101 }, (_, index) => {
      const line = fill(FIRST_DAY - 40, { instrument: 3, side: Side.Buy, shares: 1, price: 100 })
      return { ...line, trade: { ...line.trade!, fillId: `${index}` } }
    })
    const sale = fill(FIRST_DAY - 9, { instrument: 3, side: Side.Sell, shares: 1, price: 110 })
    const cheaper = (line: LedgerLine & (typeof fills)[number]): LedgerLine => ({
      ...booked('ADJUSTMENT', FIRST_DAY + 1, 1_000),
      holdings: [{ kind: 'reversed', instrument: 3, lots: 0, basis: { whole: 0, fraction: 0 } }],
      trade: { ...line.trade, ticks: 900_000, grossCents: 9_000, kind: 'correction' },
    })
    const texts = textsOf(await taxStatement({}, [...fills, { ...sale, trade: { ...sale.trade!, fillId: 'sale' } }, ...fills.map(cheaper)]))
    expect(texts.slice(texts.indexOf('November 2026'), texts.indexOf('November 2026') + 10)).toEqual(
      [['November 2026', 'Corrected purchases (101 trades)', 'S3', '0.00', '-10.00', '10.00', 'Total', '0.00', '-10.00', '10.00']].flat(),
    )
    expect(texts).toContain('Securities with very many adjustments are shown by month. The trade confirmations list those of each day.')
  })

  test('shows the whole name of a security that has a line to itself', async () => {
    const name = 'Berkshire Hathaway Inc. Class A, of which nobody holds many shares'
    const dividend: LedgerLine = {
      ...booked('DIVIDEND', FIRST_DAY + 1, 26),
      corporateAction: { kind: 'dividend', instrument: 3, quantity: { shares: 1, lots: 0 }, amountTicks: 2_600 },
    }
    const texts = textsOf(await taxStatement({ securities: () => ({ symbol: 'BRK.A', name }) }, [...taxed, dividend]))
    expect(texts.filter((text) => text.startsWith('Berkshire'))).toEqual([name, name])
  })

  test('shows names that its font has not in another one, which the file brings along', async () => {
    const plain = Buffer.from(await w9()).toString('latin1')
    const other = Buffer.from(await w9({ name: 'Nguyễn Łukasz' })).toString('latin1')
    expect([plain.includes('Arimo'), other.includes('Arimo'), other.includes('/ToUnicode')]).toEqual([false, true, true])
  })

  test('gives a letter that this font has not either the room that was measured for it', async () => {
    const widths = /\/W \[0 \[(\S+)/.exec(Buffer.from(await w9({ name: '王明' })).toString('latin1'))
    expect(Number(widths![1])).toBe(750)
  })

  test('shows a name and an address whole, in as many lines as they need', async () => {
    const holder = {
      name: 'Christopher James Montgomery and Elizabeth Catherine Montgomery',
      address: ['1234 Northeast Martin Luther King Junior Boulevard, Apartment 1204B', 'Austin, TX 78701'],
    }
    const shown = [
      'Christopher James Montgomery and Elizabeth',
      'Catherine Montgomery',
      '1234 Northeast Martin Luther King Junior Boulevard,',
      'Apartment 1204B',
      'Austin, TX 78701',
    ]
    for (const texts of [textsOf(await statement({ holder })), textsOf(await taxStatement({ holder }))])
      expect(texts.slice(texts.indexOf(shown[0]!)).slice(0, 5)).toEqual(shown)
  })

  test('cuts what is too long for its place, and takes no line breaks from names', async () => {
    const texts = textsOf(await w9({ name: `Jane\r\nDoe ${'x'.repeat(300)}` }))
    const name = texts[texts.indexOf('1  Name of entity or individual, as shown on the income tax return') + 1]
    expect(name).toMatch(/^Jane Doe x+…$/)
  })

  test('leaves room for everything else: between rows, and between the feet of its pages', async () => {
    let turns = 0
    const turn = (): void => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const file = await statement({ lines: fills(300) })
    clearImmediate(next)
    expect(pageCount(file)).toBeGreaterThanOrEqual(14)
    // 300 positions and 300 lines of activity
    expect(turns).toBeGreaterThanOrEqual(pageCount(file) + 14)
  })

  test.each([
    ['statements', () => statement({ lines: fills(100) })],
    ['forms', () => w9()],
  ])('is drawn in turns of its own, however many %s are asked for at once', async (_, print) => {
    const drawing = new Set<unknown>()
    let most = 0
    const prototype = PDFDocument.prototype as PDFKit.PDFDocument
    const { fillColor } = prototype
    onTestFinished(() => void (prototype.fillColor = fillColor))
    prototype.fillColor = function (...color) {
      if (drawing.size === 0) setImmediate(() => drawing.clear())
      most = Math.max(most, drawing.add(this).size)
      return fillColor.apply(this, color)
    }
    await Promise.all(Array.from({ length: 10 }, print))
    // what else there is to do comes behind the turn of the next one, at the latest
    expect(most).toBeLessThanOrEqual(2)
  })

  test('measures a name that is too long for its place a few times, not once for each character of it', async () => {
    const prototype = PDFDocument.prototype as PDFKit.PDFDocument
    const { widthOfString } = prototype
    let measured = 0
    prototype.widthOfString = function (text, options) {
      measured++
      return widthOfString.call(this, text, options)
    }
    const texts = textsOf(await w9({ name: 'x'.repeat(1_000) }))
    prototype.widthOfString = widthOfString
    expect(texts.filter((text) => text.endsWith('x…'))).toHaveLength(2)
    // the words of its paragraphs too
    expect(measured).toBeLessThanOrEqual(500)
  })

  test('shows each figure whole, however long it is', async () => {
    const bought = fill(FIRST_DAY, { instrument: 3, side: Side.Buy, shares: 7_303.627665923, price: 9_876.5432 })
    const taken = { ...bought.trade!, lots: 123_456_789_012, kind: 'cancellation' as const }
    const cancelled: LedgerLine = { ...booked('ADJUSTMENT', FIRST_DAY, 123_456_789_012), trade: taken }
    const lines = [booked('DEPOSIT', FIRST_DAY, -123_456_789_012), bought, cancelled]
    const confirmation = await printer.confirmation({ ...frame, sandbox: true, day: FIRST_DAY, lines, securities: SECURITIES })
    const cells = textsOf(confirmation).slice(textsOf(confirmation).indexOf('S3'))
    expect(cells.slice(0, 6)).toEqual(['S3', 'Security 3 Inc.', '7,303.627665923', '9,876.5432', '72,134,594.16', '0.00'])
    expect(cells.slice(cells.lastIndexOf('S3')).slice(0, 5)).toEqual([
      'S3',
      '123.456789012',
      '9,876.5432',
      '11/02/2026',
      '1,234,567,890.12',
    ])
    const texts = textsOf(await statement({ lines, closes: new Map([[3, 98_765_432]]) }))
    const held = texts.slice(texts.indexOf('Security 3 Inc.'))
    expect(held.slice(1, 6)).toEqual(['7,303.627665923', '9,876.5432', '9,876.5432', '72,134,594.16', '0.00'])
    const deposit = texts.slice(texts.lastIndexOf('Returned deposit'))
    expect(deposit.slice(1, 3)).toEqual(['-1,234,567,890.12', '-1,234,567,890.12'])
    expect(texts.filter((text) => text.endsWith('…'))).toEqual([])
  })

  test('shows the employer number of an entity in its own boxes', async () => {
    const texts = textsOf(await w9({ taxIdType: 'US_EIN' }))
    const at = texts.indexOf('Employer identification number')
    expect(texts.slice(at + 1, at + 11).join('')).toBe('**–***0001')
  })
})
