import type { OrderCommand } from './commands/order-command.ts'
import type { SessionCommand } from './commands/session-command.ts'
import type { ExecutionCommand } from './commands/execution-command.ts'
import type { MarketCommand } from './commands/market-command.ts'
import type { AccountCommand } from './commands/account-command.ts'
import type { TransferCommand } from './commands/transfer-command.ts'

/**
 * What an edge asks of the engine. Indices (account, session, market, partner) are the engine's dense numbers, looked up at the edge.
 * `session` is the FIX session that asks, REST_SESSION for REST and operators.
 */
export type Command = OrderCommand | SessionCommand | ExecutionCommand | MarketCommand | AccountCommand | TransferCommand
