import type { KillSwitchSet } from '../../domain/events/market-event.ts'
import type { EngineState } from '../state.ts'

export function applyKillSwitch({ killSwitches }: EngineState, { scope, id, on }: KillSwitchSet): void {
  switch (scope) {
    case 'all':
      killSwitches.all = on
      return
    case 'partner':
      change(killSwitches.partners, id, on)
      return
    case 'account':
      change(killSwitches.accounts, id, on)
      return
    case 'session':
      change(killSwitches.sessions, id, on)
      return
    default:
      scope satisfies never
  }
}

function change(switchedOn: Set<number>, id: number, on: boolean): void {
  if (on) switchedOn.add(id)
  else switchedOn.delete(id)
}
