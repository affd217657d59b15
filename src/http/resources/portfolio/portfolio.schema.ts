import { Type } from 'typebox'
import { ActivityType } from '../../../domain/accounts/account.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import { date, decimal, instant, money, nullable, openEnumeration, textOrNull, uuid } from '../../schema/answer-values.ts'
import { boundInput, cursorInput, limitInput, oneOf } from '../../schema/request-values.ts'

export const balancesSchema = Type.Object(
  {
    account_id: uuid,
    currency: openEnumeration(['USD']),
    cash: money,
    settled_cash: money,
    unsettled_cash: money,
    buying_power: money,
    equity: money,
    long_market_value: money,
    last_equity: money,
    portfolio_value: money,
    held_for_orders: money,
    pending_deposits: money,
    pending_withdrawals: money,
    withdrawable_cash: money,
    settlements: Type.Array(Type.Object({ date, amount: money })),
    timestamp: instant,
  },
  { title: 'Balances' },
)

export const positionSchema = Type.Object(
  {
    id: uuid,
    account_id: uuid,
    symbol: Type.String(),
    asset_class: openEnumeration(['equity', 'etf']),
    quantity: decimal,
    quantity_available: decimal,
    side: openEnumeration(['long', 'short']),
    average_price: decimal,
    cost_basis: money,
    current_price: decimal,
    market_value: money,
    unrealized_pnl: money,
    pnl_percentage: decimal,
    previous_close: decimal,
    change_today: decimal,
    change_today_percentage: decimal,
    updated_at: instant,
  },
  { $id: 'Position', title: 'Position' },
)
export const positionRef = Type.Unsafe<object>({ $ref: 'Position#' })
export const positionPage = pageOf(positionRef)

export const positionListQuery = Type.Object({ cursor: cursorInput, limit: limitInput(PAGE_SIZES.positions) })

export const activitySchema = Type.Object(
  {
    id: uuid,
    account_id: uuid,
    type: openEnumeration(Object.values(ActivityType)),
    net_amount: money,
    symbol: textOrNull,
    quantity: nullable({
      ...decimal,
      description:
        'shares; FILL: that were traded; ADJUSTMENT: by how much the position changed, below zero where it shrank; DIVIDEND: that it was paid for',
    }),
    price: nullable(decimal),
    order_id: nullable(uuid),
    execution_id: nullable(uuid),
    funding_activity_id: nullable(uuid),
    sequence: Type.Integer({ description: 'increasing, with gaps' }),
    created_at: instant,
  },
  { $id: 'Activity', title: 'Activity' },
)
export const activityPage = pageOf(Type.Unsafe<object>({ $ref: 'Activity#' }))

export const activityListQuery = Type.Object({
  type: Type.Optional(oneOf(Object.values(ActivityType))),
  created_after: Type.Optional(boundInput()),
  created_before: Type.Optional(boundInput()),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.activities),
})
