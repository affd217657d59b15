import type { Command } from '../domain/command.ts'
import { REST_SESSION } from '../domain/order.ts'
import type { Names } from './operator-lines.ts'

/**
 * What an operator needs to find a command that the engine failed on: who asked, with which message, about what. Nothing else of a command is
 * told, because some hold what is nobody's business. `expected` gives the MsgSeqNum(34) of the message that a session's book has at hand.
 */
export function commandMembers(command: Command, names: Names, expected: (session: number) => number): Readonly<Record<string, unknown>> {
  return {
    command: command.type,
    ...('session' in command && typeof command.session === 'number' ? sessionMembers(command.session, names, expected) : {}),
    ...('account' in command && typeof command.account === 'number' ? { account: names.accountNumber(command.account) } : {}),
    ...('clientOrderId' in command ? { client_order_id: command.clientOrderId } : {}),
    ...('symbol' in command ? { symbol: command.symbol } : {}),
  }
}

function sessionMembers(session: number, names: Names, expected: (session: number) => number) {
  if (session === REST_SESSION) return { session: 'REST' }
  return { session: names.senderCompId(session), msg_seq_num: expected(session) }
}
