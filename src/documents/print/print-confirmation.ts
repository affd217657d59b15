import { Side } from '../../domain/orders/order.ts'
import { average, longDate, money, price, quantity, shares, shortDate, utcTime } from './figures.ts'
import type { Securities } from '../ledger-line.ts'
import { AMOUNT_COLUMNS, type Column, type Row, Sheet } from './sheet.ts'
import { type Confirmation, type ConfirmationInput, confirmationOf, type ConfirmedChange } from '../trade-confirmation.ts'

/** The confirmation of a day's trades as a PDF. Equal input gives equal bytes. */
export async function printConfirmation(input: ConfirmationInput): Promise<Uint8Array> {
  const { holder, accountNumber, day, securities, sandbox, at } = input
  const confirmation = await confirmationOf(input)
  const sheet = await Sheet.open({
    title: 'Trade confirmation',
    subtitle: longDate(day),
    footer: `Account ${accountNumber}  |  ${holder.name}  |  Trades of ${longDate(day)}`,
    sandbox,
    at,
  })
  sheet.parties(
    [holder.name, ...holder.address],
    [
      ['Account number', accountNumber],
      ['Trade date', shortDate(day)],
      ['Currency', 'US dollars'],
    ],
  )
  if (confirmation.trades.length > 0) {
    sheet.heading('Trades')
    await sheet.table(TRADE_COLUMNS, tradeRows(confirmation, securities))
  }
  if (confirmation.changes.length > 0) {
    sheet.heading('Corrections and cancellations')
    await sheet.table(
      CHANGE_COLUMNS,
      confirmation.changes.map((change) => changeRow(change, securities)),
    )
    sheet.paragraph('These trades were confirmed before. What is shown here takes the place of that.')
  }
  sheet.heading('Summary')
  await sheet.table(AMOUNT_COLUMNS, summaryRows(confirmation))
  if (confirmation.isConsolidated)
    sheet.paragraph('All fills in one security and side are shown at their average price. The executions are listed on request.')
  sheet.paragraph(NOTES)
  return sheet.close()
}

const NOTES =
  'Times are UTC. Net amount = gross amount plus fees for what was bought, less fees for what was sold. It is debited on the trade date for what was ' +
  'bought; proceeds of what was sold are available from the settlement date on.'

const TRADE_COLUMNS: readonly Column[] = [
  { heading: 'Time', width: 42 },
  { heading: 'Side', width: 38 },
  { heading: 'Symbol', width: 40 },
  { heading: 'Security', width: 74 },
  { heading: 'Quantity', width: 68, align: 'right' },
  { heading: 'Price', width: 52, align: 'right' },
  { heading: 'Gross', width: 60, align: 'right' },
  { heading: 'Fees', width: 28, align: 'right' },
  { heading: 'Net', width: 60, align: 'right' },
  { heading: 'Settles', width: 54, align: 'right' },
]

function tradeRows({ trades }: Confirmation, securities: Securities): readonly Row[] {
  return trades.map((trade) => {
    const { symbol, name } = securities(trade.instrument)
    return {
      cells: [
        utcTime(trade.at),
        sideName(trade.side),
        symbol,
        name,
        shares(trade.quantity),
        average(trade.averageMicros),
        money(trade.grossCents),
        money(trade.feeCents),
        money(Math.abs(trade.netCents)),
        shortDate(trade.settlementDay),
      ],
    }
  })
}

const CHANGE_COLUMNS: readonly Column[] = [
  { heading: 'Time', width: 48 },
  { heading: 'What', width: 64 },
  { heading: 'Traded', width: 58 },
  { heading: 'Side', width: 48 },
  { heading: 'Symbol', width: 54 },
  { heading: 'Quantity', width: 62, align: 'right' },
  { heading: 'Price', width: 56, align: 'right' },
  { heading: 'Settles', width: 60, align: 'right' },
  { heading: 'Change of cash', width: 66, align: 'right' },
]

function changeRow(change: ConfirmedChange, securities: Securities): Row {
  return {
    cells: [
      utcTime(change.at),
      change.kind === 'correction' ? 'Corrected to' : 'Cancelled',
      shortDate(change.tradeDay),
      sideName(change.side),
      securities(change.instrument).symbol,
      quantity(change.lots),
      price(change.ticks),
      shortDate(change.settlementDay),
      money(change.netCents),
    ],
  }
}

function summaryRows({ boughtCents, soldCents, feeCents, changes, netCents }: Confirmation): readonly Row[] {
  const changed = changes.reduce((sum, change) => sum + change.netCents, 0)
  return [
    { cells: ['Bought', money(-boughtCents)] },
    { cells: ['Sold', money(soldCents)] },
    { cells: ['Fees', money(-feeCents)] },
    ...(changes.length === 0 ? [] : [{ cells: ['Corrections and cancellations', money(changed)] }]),
    { cells: [netCents < 0 ? 'Net amount debited' : 'Net amount credited', money(Math.abs(netCents))], style: 'total' as const },
  ]
}

const sideName = (side: Side): string => (side === Side.Buy ? 'Bought' : 'Sold')
