import type { EngineState } from '../state.ts'

export function applyKillSwitch(state: EngineState, event: { readonly scope: string; readonly id: number; readonly on: boolean }): void {
  const { killSwitches } = state
  if (event.scope === 'all') {
    killSwitches.all = event.on
    return
  }
  const set = event.scope === 'partner' ? killSwitches.partners : event.scope === 'account' ? killSwitches.accounts : killSwitches.sessions
  if (event.on) set.add(event.id)
  else set.delete(event.id)
}
