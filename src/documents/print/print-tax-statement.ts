import { civilFromDays } from '../../domain/time/civil-date.ts'
import { Side } from '../../domain/orders/order.ts'
import { ACCOUNT_TYPE_NAMES } from './account-type-names.ts'
import type { TaxAdjustment } from '../earlier-years.ts'
import { money, monthName, price, shares, shortDate } from './figures.ts'
import type { Securities } from '../ledger-line.ts'
import type { Realised } from '../realised.ts'
import { type Column, type Row, Sheet } from './sheet.ts'
import { type SaleRow, type TaxStatement, taxStatementOf, type TaxStatementInput } from '../tax-statement.ts'

/** The tax statement of a year as a PDF. Equal input gives equal bytes. */
export async function printTaxStatement(input: TaxStatementInput): Promise<Uint8Array> {
  const { holder, accountNumber, accountType, taxId, year, securities, sandbox, at } = input
  const statement = await taxStatementOf(input)
  const sheet = await Sheet.open({
    title: 'Tax statement',
    subtitle: String(year),
    footer: `Account ${accountNumber}  |  ${holder.name}  |  Tax statement ${year}`,
    sandbox,
    at,
  })
  sheet.parties(
    [holder.name, ...holder.address],
    [
      ['Payer', 'Fillgate'],
      ['Account number', accountNumber],
      ['Account type', ACCOUNT_TYPE_NAMES[accountType] ?? accountType],
      ['Taxpayer id', taxId],
      ['Tax year', String(year)],
      ['Currency', 'US dollars'],
    ],
  )
  if (sandbox) sheet.paragraph('This is a document of a sandbox, and no IRS form.', { size: 9, color: '#1b2330' })
  sheet.heading('Summary')
  await sheet.table(SUMMARY_COLUMNS, summaryRows(statement))
  sheet.heading('Proceeds from sales')
  if (statement.sales.length === 0) sheet.paragraph('Nothing was sold in the year.')
  else await sheet.table(SALE_COLUMNS, saleRows(statement, securities))
  if (statement.sales.some(({ isByMonth }) => isByMonth))
    sheet.paragraph('Securities with very many sales are shown by month. The trade confirmations list the sales of each day.')
  if (statement.adjustments.length > 0) {
    sheet.heading('Adjustments of earlier years')
    await sheet.table(ADJUSTMENT_COLUMNS, adjustmentRows(statement, securities))
    if (statement.adjustments.some(({ tradeDay }) => tradeDay === null))
      sheet.paragraph('Securities with very many adjustments are shown by month. The trade confirmations list those of each day.')
    sheet.paragraph(
      'These trades of earlier years were cancelled or corrected in this one. What is shown is by how much that changed those years.',
    )
  }
  sheet.heading('Dividends')
  if (statement.dividends.length === 0) sheet.paragraph('No dividends were paid in the year.')
  else await sheet.table(DIVIDEND_COLUMNS, dividendRows(statement, securities))
  sheet.paragraph(NOTES)
  return sheet.close()
}

const NOTES =
  'Cost basis is the average cost of all shares of the security that were held when they were sold, as positions and account statements have it. Sales ' +
  'are dated by trade date. Trades of the year that were cancelled or corrected in it are left out or shown as corrected. Cash in lieu was paid for a ' +
  'part of a share that a split left. Wash sales and holding periods are not considered.'

const SUMMARY_COLUMNS: readonly Column[] = [
  { heading: '', width: 216 },
  { heading: 'Proceeds', width: 100, align: 'right' },
  { heading: 'Cost basis', width: 100, align: 'right' },
  { heading: 'Amount', width: 100, align: 'right' },
]

function summaryRows({ salesTotal, adjustments, adjustmentsTotal, dividendCents }: TaxStatement): readonly Row[] {
  return [
    { cells: ['Gain or loss from sales', ...figuresOf(salesTotal)] },
    ...(adjustments.length === 0 ? [] : [{ cells: ['Adjustments of earlier years', ...figuresOf(adjustmentsTotal)] }]),
    { cells: ['Dividends', '', '', money(dividendCents)] },
  ]
}

const SALE_COLUMNS: readonly Column[] = [
  { heading: 'Date sold', width: 88 },
  { heading: '', width: 128 },
  { heading: 'Quantity', width: 84, align: 'right' },
  { heading: 'Proceeds', width: 72, align: 'right' },
  { heading: 'Cost basis', width: 72, align: 'right' },
  { heading: 'Gain or loss', width: 72, align: 'right' },
]

function saleRows({ sales, salesTotal }: TaxStatement, securities: Securities): readonly Row[] {
  const rows = sales.flatMap(({ instrument, rows: own, isByMonth, ...total }): readonly Row[] => {
    const { symbol, name } = securities(instrument)
    return [
      { cells: [symbol, name], style: 'note' },
      ...own.map((row) => ({ cells: [dateOf(row, isByMonth), describe(row, isByMonth), shares(row.quantity), ...figuresOf(row)] })),
      { cells: [`Total ${symbol}`, '', '', ...figuresOf(total)], style: 'total' },
    ]
  })
  return [...rows, { cells: ['Total', '', '', ...figuresOf(salesTotal)], style: 'total' }]
}

function dateOf({ day }: Pick<SaleRow, 'day'>, isByMonth: boolean): string {
  const { year, month } = civilFromDays(day)
  return isByMonth ? `${monthName(month)} ${year}` : shortDate(day)
}

const KIND_NAMES = {
  sale: 'Sold',
  'cash in lieu': 'Cash in lieu',
  cover: 'Bought to cover',
} as const satisfies Record<SaleRow['kind'], string>

const describe = ({ kind, count }: SaleRow, isByMonth: boolean): string =>
  isByMonth && kind === 'sale' ? `${KIND_NAMES[kind]} (${count} sales)` : KIND_NAMES[kind]

const ADJUSTMENT_COLUMNS: readonly Column[] = [
  { heading: 'Booked', width: 80 },
  { heading: 'What', width: 160 },
  { heading: 'Symbol', width: 60 },
  { heading: 'Proceeds', width: 72, align: 'right' },
  { heading: 'Cost basis', width: 72, align: 'right' },
  { heading: 'Gain or loss', width: 72, align: 'right' },
]

function adjustmentRows({ adjustments, adjustmentsTotal }: TaxStatement, securities: Securities): readonly Row[] {
  const rows = adjustments.map((adjustment) => ({
    cells: [
      dateOf(adjustment, adjustment.tradeDay === null),
      describeAdjustment(adjustment),
      securities(adjustment.instrument).symbol,
      ...figuresOf(adjustment),
    ],
  }))
  return [...rows, { cells: ['Total', '', '', ...figuresOf(adjustmentsTotal)], style: 'total' }]
}

function describeAdjustment({ kind, side, tradeDay, count }: TaxAdjustment): string {
  const [what, trade] = [kind === 'correction' ? 'Corrected' : 'Cancelled', side === Side.Buy ? 'purchase' : 'sale']
  return tradeDay === null ? `${what} ${trade}s (${count} trades)` : `${what} ${trade} of ${shortDate(tradeDay)}`
}

const DIVIDEND_COLUMNS: readonly Column[] = [
  { heading: 'Date paid', width: 88 },
  { heading: '', width: 188 },
  { heading: 'Quantity', width: 84, align: 'right' },
  { heading: 'A share', width: 72, align: 'right' },
  { heading: 'Amount', width: 84, align: 'right' },
]

function dividendRows({ dividends, dividendCents }: TaxStatement, securities: Securities): readonly Row[] {
  const rows = dividends.flatMap(({ instrument, rows: own, cents: total }): readonly Row[] => {
    const { symbol, name } = securities(instrument)
    return [
      { cells: [symbol, name], style: 'note' },
      ...own.map(({ day, quantity, amountTicks, cents }) => ({
        cells: [shortDate(day), cents < 0 ? 'Paid in lieu of it' : '', shares(quantity), price(amountTicks), money(cents)],
      })),
      { cells: [`Total ${symbol}`, '', '', '', money(total)], style: 'total' },
    ]
  })
  return [...rows, { cells: ['Total', '', '', '', money(dividendCents)], style: 'total' }]
}

/** Proceeds, cost and what is between them. */
const figuresOf = ({ proceedsCents, costCents }: Realised): readonly string[] => [
  money(proceedsCents),
  money(costCents),
  money(proceedsCents - costCents),
]
