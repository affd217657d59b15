import { Type } from 'typebox'
import { date, instant, nullable, openEnumeration, textOrNull, uuid } from '../../../schema/answer-values.ts'
import { cursorInput, dateInput, decimalInput, limitInput, oneOf, optional, text } from '../../../schema/request-values.ts'
import { PAGE_SIZES, pageOf } from '../../../requests/paging.ts'
import { symbolInput } from '../../orders/order.schema.ts'

/** One body for both kinds: what belongs to the other one is refused where it is read. */
export const corporateActionBody = Type.Object(
  {
    type: oneOf(['split', 'cash_dividend']),
    symbol: symbolInput,
    ratio: optional(
      text({
        pattern: '^[1-9][0-9]{0,3}:[1-9][0-9]{0,3}$',
        expected: 'new shares for old ones such as "2:1", from 1000:1 to 1:1000',
        description: 'of a split: new shares for old ones; 1:10 is a reverse split',
      }),
    ),
    amount: optional(decimalInput({ description: 'of a dividend, a share, with at most 4 decimals' })),
    ex_date: dateInput({ description: 'a trading day after the present one' }),
    pay_date: optional(dateInput({ description: 'of a dividend: a trading day, the ex-date or later' })),
  },
  {
    examples: [
      { type: 'split', symbol: 'AAPL', ratio: '2:1', ex_date: '2026-11-23' },
      { type: 'cash_dividend', symbol: 'AAPL', amount: '0.26', ex_date: '2026-11-23', pay_date: '2026-11-30' },
    ],
  },
)

export const corporateActionAnswer = Type.Object(
  {
    id: uuid,
    type: openEnumeration(['split', 'cash_dividend']),
    symbol: Type.String(),
    ratio: textOrNull,
    amount: textOrNull,
    ex_date: date,
    pay_date: nullable(date),
    status: openEnumeration(['announced', 'effective', 'paid']),
    created_at: instant,
  },
  {
    examples: [
      {
        id: '0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f',
        type: 'cash_dividend',
        symbol: 'AAPL',
        ratio: null,
        amount: '0.26',
        ex_date: '2026-11-23',
        pay_date: '2026-11-30',
        status: 'announced',
        created_at: '2026-11-20T15:04:05.123Z',
      },
    ],
  },
)

export const corporateActionsQuery = Type.Object({
  symbol: optional(symbolInput),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.admin),
})

export const corporateActionPage = pageOf(corporateActionAnswer)
