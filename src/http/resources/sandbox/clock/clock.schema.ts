import { Type } from 'typebox'
import { date, instant } from '../../../schema/answer-values.ts'
import { instantInput, oneOf, text } from '../../../schema/request-values.ts'

/** Exactly one of the three. */
export const clockBody = Type.Object(
  {
    advance: Type.Optional(
      text({
        pattern: '^P[0-9WDTHMS]{2,40}$',
        expected: 'an ISO 8601 duration of whole weeks, days, hours, minutes and seconds such as "P1D" or "PT1H30M"',
        code: 'INVALID_CLOCK',
        description: 'how far the clock goes on; it then stands',
      }),
    ),
    set: Type.Optional(instantInput({ description: 'where the clock goes; it then stands. Never backwards' })),
    mode: Type.Optional(oneOf(['real'], { description: 'the clock runs with the real one, from where it stands' })),
  },
  { examples: [{ advance: 'P1D' }, { set: '2026-11-23T14:30:00Z' }, { mode: 'real' }] },
)

/** A sandbox market's clock. */
export const clockAnswer = Type.Object(
  {
    timestamp: instant,
    mode: Type.String({ 'x-extensible-enum': ['real', 'frozen'], description: 'frozen: it stands until it is set again' }),
    offset_ms: Type.Integer({ description: 'how far it runs ahead of the real clock; 0 while it stands' }),
    trading_day: date,
    session: Type.String({ 'x-extensible-enum': ['always_open', 'closed', 'pre_market', 'regular', 'after_hours'] }),
  },
  {
    examples: [{ timestamp: '2026-11-23T14:30:00.000Z', mode: 'frozen', offset_ms: 0, trading_day: '2026-11-23', session: 'always_open' }],
  },
)
