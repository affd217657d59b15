import { DAY_MS } from '../domain/time/durations.ts'
import { CALENDAR_FIRST_DAY, CALENDAR_LAST_DAY } from './trading-calendar.ts'

/** options have their strikes from the last session of the month before */
const DAYS_BEHIND = 32
/** what happens now is settled, and ends, on later days */
const DAYS_AHEAD = 30

/** Why a gateway can't start by the machine's clock (epoch ms): it would fail on its first command. Undefined where it can. */
export function clockRefusal(now: number): string | undefined {
  if (now >= (CALENDAR_FIRST_DAY + DAYS_BEHIND) * DAY_MS && now < (CALENDAR_LAST_DAY - DAYS_AHEAD) * DAY_MS) return undefined
  return (
    `the machine's clock says ${new Date(now).toISOString()}, but the trading calendar covers 2000 to 2099, ` +
    'a month of it on either side of now: set the clock right'
  )
}
