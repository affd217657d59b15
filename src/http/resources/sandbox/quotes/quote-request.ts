import type { Static } from 'typebox'
import { formatPrice, formatQuantity, parsePrice, parseQuantity } from '../../../../domain/amounts/amounts.ts'
import type { Quote } from '../../../../domain/market/instrument.ts'
import { quoteFaults } from '../../../../domain/market/quote-faults.ts'
import type { EngineView } from '../../../../domain/view.ts'
import { type FieldFault, refuseFaults } from '../../../requests/field-faults.ts'
import type { quotesBody } from '../sandbox.schema.ts'

/** What securities there are. */
export type Securities = Pick<EngineView, 'instruments' | 'instrumentBySymbol'>

/** A quote of a request, in ticks and lots. */
export interface WantedQuote {
  readonly symbol: string
  readonly quote: Quote
}

type QuotesBody = Static<typeof quotesBody>
type QuoteBody = NonNullable<QuotesBody['quotes']>[number]

const DEFAULT_SIZE = '1000'

/** All quotes of a request. Throws a 400 that lists what is wrong before any of them is set. */
export function wantedQuotes(view: Securities, body: QuotesBody): readonly WantedQuote[] {
  const faults: FieldFault[] = []
  const wanted = listOf(body).map(({ given, path }) => convert(view, given, { faults, path }))
  refuseFaults(faults)
  return wanted
}

function listOf(body: QuotesBody): { given: QuoteBody; path: string }[] {
  if (body.quotes !== undefined) return body.quotes.map((given, index) => ({ given, path: `quotes.${index}.` }))
  const { symbol } = body
  if (symbol === undefined) refuseFaults([{ field: 'symbol', code: 'VALIDATION_ERROR', message: 'symbol is required.' }])
  return [{ given: { ...body, symbol: symbol! }, path: '' }]
}

function convert(
  view: Securities,
  given: QuoteBody,
  { faults, path }: { readonly faults: FieldFault[]; readonly path: string },
): WantedQuote {
  const refuse = (member: string, code: FieldFault['code'], problem: string): number => {
    faults.push({ field: `${path}${member}`, code, message: `${path}${member} ${problem}.` })
    return 0
  }
  const converted = (member: 'bid' | 'ask' | 'bid_size' | 'ask_size', value: number | string): number =>
    typeof value === 'number' ? value : refuse(member, 'INVALID_QUOTE', 'has too many digits')
  const symbol = given.symbol.toUpperCase()
  const instrument = view.instrumentBySymbol(symbol)
  if (instrument === undefined) refuse('symbol', 'INVALID_SYMBOL', `${symbol} is not known`)
  const bidTicks = given.bid === undefined ? 0 : converted('bid', parsePrice(given.bid))
  const askTicks = given.ask === undefined ? 0 : converted('ask', parsePrice(given.ask))
  const bidLots = bidTicks === 0 ? 0 : converted('bid_size', parseQuantity(given.bid_size ?? DEFAULT_SIZE))
  const askLots = askTicks === 0 ? 0 : converted('ask_size', parseQuantity(given.ask_size ?? DEFAULT_SIZE))
  const quote = { bidTicks, askTicks, bidLots, askLots }
  const security = instrument === undefined ? { symbol, fractionable: true } : view.instruments[instrument]!
  for (const { part, problem } of quoteFaults(quote, security)) refuse(part, 'INVALID_QUOTE', problem)
  return { symbol, quote }
}

export function quoteView({ symbol, quote }: WantedQuote) {
  return {
    symbol,
    bid: quote.bidTicks === 0 ? null : formatPrice(quote.bidTicks),
    ask: quote.askTicks === 0 ? null : formatPrice(quote.askTicks),
    bid_size: formatQuantity(quote.bidLots),
    ask_size: formatQuantity(quote.askLots),
  }
}
