import { Type } from 'typebox'
import { decimal, nullable } from '../../schema/answer-values.ts'
import { text } from '../../schema/request-values.ts'
import { symbolInput } from '../orders/order.schema.ts'

const amount = text({
  pattern: '^(0|[1-9][0-9]{0,14})(\\.[0-9]+)?$',
  maxLength: 40,
  expected: 'a decimal that is not negative, as a string',
  code: 'INVALID_QUOTE',
})

const quoteMembers = {
  bid: Type.Optional(amount),
  ask: Type.Optional(amount),
  bid_size: Type.Optional(amount),
  ask_size: Type.Optional(amount),
}

/** One quote, or a list of them. A side without a price is not quoted; a size that is left out is 1000 shares. */
export const quotesBody = Type.Object(
  {
    symbol: Type.Optional(symbolInput),
    ...quoteMembers,
    quotes: Type.Optional(Type.Array(Type.Object({ symbol: symbolInput, ...quoteMembers }), { minItems: 1, maxItems: 1000 })),
  },
  { examples: [{ symbol: 'AAPL', bid: '199.95', ask: '200.05', bid_size: '1000', ask_size: '1000' }] },
)

const quote = Type.Object({
  symbol: Type.String(),
  bid: nullable(decimal),
  ask: nullable(decimal),
  bid_size: decimal,
  ask_size: decimal,
})

/** The quote, or the list, as it was set. */
export const quotesAnswer = Type.Object({ ...Type.Partial(quote).properties, quotes: Type.Optional(Type.Array(quote)) })
