import { ActivityType } from '../../domain/accounts/account.ts'
import { firstOfMonth, lastOfMonth } from '../../domain/time/civil-date.ts'
import { Side } from '../../domain/orders/order.ts'
import { type Statement, type StatementInput, type StatementLine, statementOf } from '../account-statement.ts'
import { ACCOUNT_TYPE_NAMES } from './account-type-names.ts'
import { average, money, monthName, price, shares, shortDate } from './figures.ts'
import type { CorporateActionLine, Securities } from '../ledger-line.ts'
import { AMOUNT_COLUMNS, type Column, type Row, Sheet } from './sheet.ts'

/** The statement of a month as a PDF. Equal input gives equal bytes. */
export async function printStatement(input: StatementInput): Promise<Uint8Array> {
  const statement = await statementOf(input)
  const period = `${monthName(input.month)} ${input.year}`
  const sheet = await Sheet.open({
    title: 'Account statement',
    subtitle: period,
    footer: `Account ${input.accountNumber}  |  ${input.holder.name}  |  Statement ${period}`,
    sandbox: input.sandbox,
    at: input.at,
  })
  sheet.parties(
    [input.holder.name, ...input.holder.address],
    [
      ['Account number', input.accountNumber],
      ['Account type', ACCOUNT_TYPE_NAMES[input.accountType] ?? input.accountType],
      ['Statement period', periodOf(input)],
      ['Currency', 'US dollars'],
    ],
  )
  sheet.heading('Account value')
  await sheet.table(VALUE_COLUMNS, valueRows(statement))
  sheet.heading('Cash')
  await sheet.table(AMOUNT_COLUMNS, cashRows(statement))
  sheet.heading('Positions')
  if (statement.positions.length === 0) sheet.paragraph('No securities were held at the end of the period.')
  else await sheet.table(POSITION_COLUMNS, positionRows(statement, input.securities))
  sheet.heading('Activity')
  if (statement.activity.length === 0) sheet.paragraph('There was no activity in the period.')
  else await sheet.table(ACTIVITY_COLUMNS, activityRows(statement, input.securities))
  sheet.paragraph(NOTES)
  return sheet.close()
}

const NOTES =
  'Activity is dated by trading day, which ends at the close of the exchange; what came later belongs to the next trading day. All fills of a day in ' +
  'one security and side are one line at their average price: the trade confirmation of the day lists them. Cash moves on the trade date; ' +
  'proceeds of sales are settled, and can be used, from the settlement date on. Positions are valued at the closing price of the last trading day of ' +
  'the period.'

const periodOf = (month: StatementInput): string => `${shortDate(firstOfMonth(month))} – ${shortDate(lastOfMonth(month))}`

const VALUE_COLUMNS: readonly Column[] = [
  { heading: '', width: 216 },
  { heading: 'Opening', width: 100, align: 'right' },
  { heading: 'Closing', width: 100, align: 'right' },
  { heading: 'Change', width: 100, align: 'right' },
]

function valueRows({ opening, closing }: Statement): readonly Row[] {
  const row = (name: string, before: number, after: number, style?: 'total'): Row => ({
    cells: [name, money(before), money(after), money(after - before)],
    ...(style && { style }),
  })
  return [
    row('Cash', opening.cashCents, closing.cashCents),
    row('Securities', opening.positionsCents, closing.positionsCents),
    row('Total account value', opening.cashCents + opening.positionsCents, closing.cashCents + closing.positionsCents, 'total'),
  ]
}

function cashRows({ opening, closing, flows }: Statement): readonly Row[] {
  const named: readonly (readonly [string, number])[] = [
    ['Deposits', flows.deposits],
    ['Withdrawals', flows.withdrawals],
    ['Purchases', flows.purchases],
    ['Sales', flows.sales],
    ['Dividends', flows.dividends],
    ['Fees', flows.fees],
    ['Adjustments', flows.adjustments],
  ]
  return [
    { cells: ['Opening balance', money(opening.cashCents)] },
    ...named.map(([name, cents]) => ({ cells: [name, money(cents)] })),
    { cells: ['Closing balance', money(closing.cashCents)], style: 'total' as const },
  ]
}

const POSITION_COLUMNS: readonly Column[] = [
  { heading: 'Symbol', width: 50 },
  { heading: 'Security', width: 134 },
  { heading: 'Quantity', width: 72, align: 'right' },
  { heading: 'Average cost', width: 64, align: 'right' },
  { heading: 'Close', width: 54, align: 'right' },
  { heading: 'Market value', width: 72, align: 'right' },
  { heading: 'Gain or loss', width: 70, align: 'right' },
]

function positionRows({ positions, closing }: Statement, securities: Securities): readonly Row[] {
  const rows = positions.map(({ instrument, quantity, averageMicros, closeTicks, valueCents, costCents }): Row => {
    const { symbol, name } = securities(instrument)
    const isPriced = closeTicks > 0
    const gain = isPriced ? money(valueCents - costCents) : 'not priced'
    return {
      cells: [symbol, name, shares(quantity), average(averageMicros), isPriced ? price(closeTicks) : '', money(valueCents), gain],
    }
  })
  return [...rows, { cells: ['Total', '', '', '', '', money(closing.positionsCents)], style: 'total' }]
}

const ACTIVITY_COLUMNS: readonly Column[] = [
  { heading: 'Date', width: 56 },
  { heading: 'Activity', width: 140 },
  { heading: 'Quantity', width: 70, align: 'right' },
  { heading: 'Price', width: 62, align: 'right' },
  { heading: 'Settles', width: 58, align: 'right' },
  { heading: 'Amount', width: 64, align: 'right' },
  { heading: 'Balance', width: 66, align: 'right' },
]

function activityRows({ opening, closing, activity }: Statement, securities: Securities): readonly Row[] {
  const rows = activity.map((line): Row => {
    const { day, netCents, balanceCents } = line
    return { cells: [shortDate(day), describe(line, securities), ...figuresOf(line), money(netCents), money(balanceCents)] }
  })
  return [
    { cells: ['', 'Opening balance', '', '', '', '', money(opening.cashCents)], style: 'note' },
    ...rows,
    { cells: ['', 'Closing balance', '', '', '', '', money(closing.cashCents)], style: 'total' },
  ]
}

/** Quantity, price and settlement date. */
function figuresOf({ trade, corporateAction }: StatementLine): readonly string[] {
  if (trade) return [shares(trade.quantity), average(trade.averageMicros), shortDate(trade.settlementDay)]
  if (!corporateAction) return ['', '', '']
  const { kind, quantity } = corporateAction
  return [shares(quantity), kind === 'dividend' ? price(corporateAction.amountTicks) : '', '']
}

function describe(line: StatementLine, securities: Securities): string {
  const { type, trade, corporateAction } = line
  if (corporateAction) return describeAction(corporateAction, securities)
  if (!trade) return isReturn(line) ? `Returned ${ACTIVITY_NAMES[type].toLowerCase()}` : ACTIVITY_NAMES[type]
  const { symbol } = securities(trade.instrument)
  if (trade.kind === 'cancellation') return `Cancelled trade ${symbol}`
  if (trade.kind === 'correction') return `Corrected trade ${symbol}`
  const fills = trade.fills === 1 ? '' : ` (${trade.fills} fills)`
  return `${trade.side === Side.Buy ? 'Bought' : 'Sold'} ${symbol}${fills}`
}

function describeAction(action: CorporateActionLine, securities: Securities): string {
  const { symbol } = securities(action.instrument)
  return action.kind === 'dividend' ? `Dividend ${symbol}` : `Split ${symbol} ${action.numerator}:${action.denominator}`
}

/** A deposit that takes cash away, a withdrawal or a fee that gives it back. */
function isReturn({ type, netCents }: StatementLine): boolean {
  if (type === ActivityType.Deposit) return netCents < 0
  return netCents > 0 && (type === ActivityType.Withdrawal || type === ActivityType.Fee)
}

const ACTIVITY_NAMES = {
  [ActivityType.Fill]: 'Trade',
  [ActivityType.Deposit]: 'Deposit',
  [ActivityType.Withdrawal]: 'Withdrawal',
  [ActivityType.Settlement]: 'Settlement',
  [ActivityType.Dividend]: 'Dividend',
  [ActivityType.Fee]: 'Fee',
  [ActivityType.Adjustment]: 'Adjustment',
} as const satisfies Record<ActivityType, string>
