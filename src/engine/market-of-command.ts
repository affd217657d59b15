import type { Command } from '../domain/command.ts'
import type { OrderReference } from '../domain/commands/order-command.ts'
import { marketOf } from '../domain/orders/order.ts'
import type { EngineState } from './state.ts'

/** The market whose time a command runs at; undefined for those that concern none, or several: they run at the real time. */
export function marketOfCommand(state: EngineState, command: Command): number | undefined {
  // what comes most, without asking for members that it may have
  if (command.type === 'PlaceOrder') return state.accounts[command.account]?.market
  if (command.type === 'CancelOrder') return marketOfReference(state, command.order)
  if ('market' in command) return command.market
  if ('account' in command) return command.account === undefined ? undefined : state.accounts[command.account]?.market
  switch (command.type) {
    case 'ReplaceOrder':
    case 'RefuseRequest':
      return marketOfReference(state, command.order)
    case 'BustExecution':
    case 'CorrectExecution': {
      const side = command.trade?.sides[0]
      return side && state.account(side.fill.order.account).market
    }
    case 'OpenAccount':
    case 'OpenFurtherAccount':
      return state.partners[command.partner]?.market
    case 'CancelSessionOrders':
    case 'RefuseMessage':
    case 'AdvanceTime':
    case 'SetKillSwitch':
    case 'CreatePartner':
    case 'ListInstrument':
    case 'ChangeInstrument':
    case 'AnnounceNews':
      return undefined
    default:
      return command satisfies never
  }
}

function marketOfReference(state: EngineState, order: OrderReference): number {
  return 'number' in order ? marketOf(order.number) : state.account(order.account).market
}
