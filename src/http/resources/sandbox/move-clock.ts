import { refusalError } from '../../errors.ts'
import { type Gateway, run } from '../../gateway.ts'

/**
 * Brings a sandbox market's clock to a moment (epoch ms), everything due on the way included; resolves once it is durable there. A clock that
 * has gone further already is a refusal, or with `atLeast` no matter: it may run while it is asked for.
 */
export async function moveClock(
  sequencer: Gateway['sequencer'],
  { market, to, atLeast = false }: { readonly market: number; readonly to: number; readonly atLeast?: boolean },
): Promise<void> {
  for (let begun = false; ; begun = true) {
    const { refusal, unfinished } = await run(sequencer, { type: 'SetClock', market, to, atLeast: atLeast || begun })
    if (refusal !== undefined) throw refusalError(refusal)
    if (unfinished !== true) return
  }
}
