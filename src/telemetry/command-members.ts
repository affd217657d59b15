import type { Command } from '../domain/command.ts'
import { REST_SESSION } from '../domain/orders/order.ts'
import type { Names } from './operator-lines.ts'

/**
 * What an operator needs to find a command that the engine failed on: who asked, with which message, about what. Nothing else of a command is
 * told, because some hold what is nobody's business. `expected` gives the MsgSeqNum(34) of the message, where a session's book still has it at hand.
 */
export function commandMembers(command: Command, names: Names, expected?: (session: number) => number): Readonly<Record<string, unknown>> {
  const session = sessionOf(command)
  return {
    command: command.type,
    ...(session === undefined ? {} : sessionMembers(session, names, expected)),
    ...('account' in command && typeof command.account === 'number' ? { account: names.accountNumber(command.account) } : {}),
    ...('clientOrderId' in command ? { client_order_id: command.clientOrderId } : {}),
    ...('idempotencyKey' in command && command.idempotencyKey !== null ? { idempotency_key: command.idempotencyKey } : {}),
    ...('symbol' in command ? { symbol: command.symbol } : {}),
  }
}

/** The FIX session that asks, REST_SESSION for REST; undefined for commands that any edge may give. */
function sessionOf(command: Command): number | undefined {
  if ('session' in command) return command.session
  if (!('requester' in command)) return undefined
  return command.requester.kind === 'session' ? command.requester.session : REST_SESSION
}

function sessionMembers(session: number, names: Names, expected?: (session: number) => number) {
  if (session === REST_SESSION) return { session: 'REST' }
  return { session: names.senderCompId(session), ...(expected && { msg_seq_num: expected(session) }) }
}
