import { MsgType } from '../fix-values.ts'
import type { SessionMessage } from '../session/session-message.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import { writeMarketData } from './market-data.ts'

/** MsgType(35) of a session message. */
export const sessionMsgType = (message: SessionMessage): string => MsgType[message.type]

/** Writes the body of a session message. */
export function writeSessionMessage(writer: MessageWriter, message: SessionMessage): void {
  switch (message.type) {
    case 'Heartbeat':
      writer.echo(112, message.testRequestId ?? '')
      return
    case 'TestRequest':
      writer.ascii(112, message.id)
      return
    case 'ResendRequest':
      writer.integer(7, message.begin)
      writer.integer(16, message.end)
      return
    case 'Reject': {
      const { reject } = message
      writer.integer(45, reject.refSeqNum)
      writer.ascii(58, reject.text)
      if (reject.refTagId !== undefined) writer.integer(371, reject.refTagId)
      writer.echo(372, reject.refMsgType)
      writer.integer(373, reject.reason)
      return
    }
    case 'Logout':
      writer.ascii(58, message.text)
      return
    case 'Logon':
      writer.char(98, '0')
      writer.integer(108, message.heartbeatS)
      if (message.reset) writer.char(141, 'Y')
      if (message.nextExpected > 0) writer.integer(789, message.nextExpected)
      return
    case 'MarketDataSnapshotFullRefresh':
    case 'MarketDataIncrementalRefresh':
    case 'MarketDataRequestReject':
    case 'SecurityList':
    case 'TradingSessionStatus':
      writeMarketData(writer, message)
      return
    default:
      message satisfies never
  }
}

/** SequenceReset-GapFill(4, 123=Y) in place of a run of session messages: the next message has the number `next`. */
export function writeGapFill(writer: MessageWriter, next: number): void {
  writer.integer(36, next)
  writer.char(123, 'Y')
}
