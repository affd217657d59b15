import { Type } from 'typebox'
import { uuid } from '../../../schema/answer-values.ts'
import { text } from '../../../schema/request-values.ts'
import { symbolInput } from '../../orders/order.schema.ts'

const reason = Type.Optional(text({ minLength: 1, maxLength: 100 }))

export const haltBody = Type.Object(
  { symbol: symbolInput, halted: Type.Boolean(), reason },
  { examples: [{ symbol: 'AAPL', halted: true }] },
)

/** What became of the orders of the symbol. */
const orderCounts = {
  suspended_orders: Type.Integer({ description: 'orders that are suspended by it' }),
  cancelled_orders: Type.Integer({ description: 'orders that it cancels, because they ask for that: ExecInst(18)=K' }),
  reinstated_orders: Type.Integer({ description: 'orders that work again' }),
}

export const haltAnswer = Type.Object(
  { symbol: Type.String(), halted: Type.Boolean(), ...orderCounts },
  { examples: [{ symbol: 'AAPL', halted: true, suspended_orders: 3, cancelled_orders: 1, reinstated_orders: 0 }] },
)

export const operatorHaltBody = Type.Object(
  { reason, partner_id: Type.Optional(text({ maxLength: 64, description: 'the market of this partner; default every market' })) },
  { examples: [{ reason: 'news pending' }] },
)

export const operatorHaltAnswer = Type.Object(
  {
    symbol: Type.String(),
    halted: Type.Boolean(),
    partners: Type.Array(uuid, { description: 'those whose market it is' }),
    ...orderCounts,
  },
  {
    examples: [
      {
        symbol: 'AAPL',
        halted: true,
        partners: ['0193a1b2-7c1b-8f7e-9a55-1b2a3c4d5e6f'],
        suspended_orders: 3,
        cancelled_orders: 1,
        reinstated_orders: 0,
      },
    ],
  },
)
