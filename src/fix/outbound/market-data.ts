import type {
  MarketDataChange,
  MarketDataEntry,
  MarketDataIncrement,
  MarketDataMessage,
  MarketDataRequestReject,
  MarketDataSnapshot,
  SecurityList,
  TradingSessionStatus,
} from '../market-data/market-data-message.ts'
import type { MessageWriter } from '../wire/message-writer.ts'

/** Writes the body of a message about the market. */
export function writeMarketData(writer: MessageWriter, message: MarketDataMessage): void {
  switch (message.type) {
    case 'MarketDataSnapshotFullRefresh':
      return writeSnapshot(writer, message)
    case 'MarketDataIncrementalRefresh':
      return writeIncrement(writer, message)
    case 'MarketDataRequestReject':
      return writeReject(writer, message)
    case 'SecurityList':
      return writeSecurityList(writer, message)
    case 'TradingSessionStatus':
      return writeStatus(writer, message)
    default:
      message satisfies never
  }
}

function writeSnapshot(writer: MessageWriter, { requestId, symbol, entries }: MarketDataSnapshot): void {
  writer.ascii(55, symbol)
  writer.echo(262, requestId)
  writer.integer(268, entries.length)
  for (const entry of entries) {
    writer.char(269, entry.entryType)
    writeEntry(writer, entry)
  }
}

function writeIncrement(writer: MessageWriter, { requestId, changes }: MarketDataIncrement): void {
  writer.echo(262, requestId)
  writer.integer(268, changes.length)
  for (const change of changes) writeChange(writer, change)
}

function writeChange(writer: MessageWriter, change: MarketDataChange): void {
  writer.char(279, change.action)
  writer.char(269, change.entryType)
  writer.ascii(278, change.entryId ?? '')
  writer.ascii(55, change.symbol)
  writeEntry(writer, change)
}

/** In the order that the group has in FIX 4.4. */
function writeEntry(writer: MessageWriter, { ticks, lots, at, subId, condition, isOfDayBefore, orders }: MarketDataEntry): void {
  if (ticks !== undefined) writer.decimal(270, ticks, 4)
  if (lots !== undefined) writer.decimal(271, lots, 9)
  if (at !== undefined) {
    const text = new Date(at).toISOString()
    writer.ascii(272, text.slice(0, 10).replaceAll('-', ''))
    writer.ascii(273, text.slice(11, 23))
  }
  if (subId !== undefined) writer.char(625, subId)
  if (condition !== undefined) writer.char(277, condition)
  if (isOfDayBefore === true) writer.char(286, '4')
  if (orders !== undefined) writer.integer(346, orders)
}

function writeReject(writer: MessageWriter, { requestId, reason, text }: MarketDataRequestReject): void {
  writer.ascii(58, text)
  writer.echo(262, requestId)
  writer.ascii(281, reason)
}

function writeSecurityList(writer: MessageWriter, list: SecurityList): void {
  if (list.securities.length > 0) writer.integer(146, list.securities.length)
  for (const { symbol, exchange, description } of list.securities) {
    writer.ascii(55, symbol)
    writer.ascii(167, 'CS')
    writer.ascii(207, exchange)
    writer.ascii(107, description)
    writer.ascii(15, 'USD')
  }
  writer.echo(320, list.requestId)
  writer.echo(322, list.responseId)
  writer.integer(393, list.total)
  writer.integer(560, list.result)
  writer.boolean(893, list.isLast)
}

function writeStatus(writer: MessageWriter, status: TradingSessionStatus): void {
  const { hours } = status
  writer.ascii(58, status.text)
  if (status.isUnsolicited) writer.char(325, 'Y')
  writer.echo(335, status.requestId)
  writer.echo(336, status.sessionId)
  if (status.mode !== 0) {
    writer.integer(338, ELECTRONIC)
    writer.integer(339, status.mode)
  }
  writer.integer(340, status.status)
  if (hours !== undefined) {
    writer.timestamp(341, hours.start)
    writer.timestamp(342, hours.open)
    writer.timestamp(344, hours.close)
    writer.timestamp(345, hours.end)
  }
  if (status.rejectReason !== 0) writer.integer(567, status.rejectReason)
  writer.ascii(625, status.subId)
}

/** TradSesMethod(338) */
const ELECTRONIC = 1
