import type { Outcome } from '../../../../sequencer.ts'
import { refusalError } from '../../../answers/errors.ts'
import { type Gateway, run } from '../../../gateway.ts'

/** What a halt, or its end, did to orders, in one market or more. */
interface HaltCounts {
  readonly suspended_orders: number
  readonly cancelled_orders: number
  readonly reinstated_orders: number
}

/** Halts a symbol in a market, or lets it trade again; `ran` as in `run`. Throws the error of a refusal. */
export async function haltSymbol(
  { sequencer }: Pick<Gateway, 'sequencer'>,
  halt: { readonly market: number; readonly symbol: string; readonly halted: boolean; readonly reason: string; readonly operator: string },
  ran?: (outcome: Outcome) => void,
): Promise<Outcome> {
  const { halted, ...about } = halt
  const outcome = await run(sequencer, { type: halted ? 'HaltSymbol' : 'ResumeSymbol', ...about }, ran)
  if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
  return outcome
}

export function countsOf(outcomes: readonly Outcome[]): HaltCounts {
  const events = outcomes.flatMap((outcome) => outcome.events)
  const count = (type: string): number => events.filter((event) => event.type === type).length
  return {
    suspended_orders: count('OrderSuspended'),
    cancelled_orders: count('OrderCancelled'),
    reinstated_orders: count('OrderReinstated'),
  }
}
