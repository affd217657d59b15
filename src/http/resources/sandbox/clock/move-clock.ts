import { DAY_MS } from '../../../../domain/time/durations.ts'
import { dayNumber, type TradeDate } from '../../../../domain/time/trade-date.ts'
import { refusalError } from '../../../answers/errors.ts'
import { type Gateway, run } from '../../../gateway.ts'

/** Ten years and a bit: one step further is a slip of the pen. */
const FARTHEST_MS = 3_700 * DAY_MS
/** The trading calendar ends in 2099, and a clock that was set runs on from there; an operator may end days before it. */
const LAST_MOMENT = dayNumber('2090-01-01' as TradeDate) * DAY_MS - 1

export const OUT_OF_REACH = 'moved by ten years at a time, and not beyond 2089: the trading calendar covers 2000 to 2099'

/** Whether a clock that stands at `at` may not be sent to `target` (both epoch ms): every day on the way is gone through. */
export const isOutOfReach = (target: number, at: number): boolean => target - at > FARTHEST_MS || target > LAST_MOMENT

/**
 * Brings a sandbox market's clock to a moment (epoch ms), everything due on the way included; resolves once it is durable there. A clock that
 * has gone further already is a refusal, or with `atLeast` no matter: it may run while it is asked for. `isOver`: it need not arrive any more,
 * because the market has begun anew meanwhile.
 */
export async function moveClock(
  sequencer: Gateway['sequencer'],
  {
    market,
    to,
    atLeast = false,
    isOver,
  }: { readonly market: number; readonly to: number; readonly atLeast?: boolean; readonly isOver: () => boolean },
): Promise<void> {
  for (let begun = false; ; begun = true) {
    const { refusal, unfinished } = await run(sequencer, { type: 'SetClock', market, to, atLeast: atLeast || begun })
    if (refusal !== undefined) throw refusalError(refusal)
    if (unfinished !== true || isOver()) return
  }
}
