import { Scenario } from './order.ts'

/** The scripted outcomes of the sandbox by name: header `X-Sandbox-Scenario` and the FIX field SandboxScenario(9867). */
export const SCENARIOS = {
  fill: Scenario.Fill,
  partial_then_rest: Scenario.PartialThenRest,
  half_then_cancel: Scenario.HalfThenCancel,
  two_fills: Scenario.TwoFills,
  slow_fill: Scenario.SlowFill,
  no_fill: Scenario.NoFill,
  reject: 'reject',
} as const satisfies Readonly<Record<string, Scenario | 'reject'>>

/** The scenario that a client names; undefined for a name that there is none of. */
export function scenarioOf(name: string): Scenario | 'reject' | undefined {
  return Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name as keyof typeof SCENARIOS] : undefined
}
