import type { Static } from 'typebox'
import type { Outcome } from '../../../../sequencer.ts'
import { refusalError } from '../../../answers/errors.ts'
import { type Gateway, run } from '../../../gateway.ts'
import type { quotesBody } from '../sandbox.schema.ts'
import { quoteView, wantedQuotes } from './quote-request.ts'

/** Sets the quotes of a request in a market, all or none, and gives them as they were asked for: one, or a list. Throws the error of a refusal. */
export async function setQuotes(
  { view, sequencer }: Pick<Gateway, 'view' | 'sequencer'>,
  market: number,
  body: Static<typeof quotesBody>,
  ran?: (outcome: Outcome) => void,
) {
  const quotes = wantedQuotes(view, body)
  const { refusal } = await run(sequencer, { type: 'MoveQuotes', market, quotes }, ran)
  if (refusal !== undefined) throw refusalError(refusal)
  const views = quotes.map(quoteView)
  return body.quotes === undefined ? views[0]! : { quotes: views }
}
