import { LARGEST_PRICE, LARGEST_PRICE_TICKS } from '../../../domain/amounts/amounts.ts'
import type { AnnounceCorporateAction } from '../../../domain/commands/market-command.ts'
import { splitRatio } from '../../../domain/market/corporate-action.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Run } from '../../run.ts'
import { unknownSymbol } from '../checks/unknown-symbol.ts'

/** Splits and dividends that are still to come, of a market: the state keeps them all. */
const MOST_AHEAD = 1_000
/** Furthest day, and how many days it may be ahead: within what the trading calendar covers. */
const LAST_DAY = 47_450
const MOST_DAYS_AHEAD = 3_660
/** New shares for one old one, or old ones for one new one. */
const LARGEST_RATIO = 1_000
/** The same of all splits of a security together: beyond it positions are no longer counted to the share. */
const LARGEST_FACTOR = 1_000_000

/** Takes note of a split or a dividend; it takes effect when its trading day begins. */
export function announceCorporateAction(run: Run, command: AnnounceCorporateAction): Result {
  const { state, at } = run
  const instrument = state.instrumentBySymbol(command.symbol)
  if (instrument === undefined) return { refusal: unknownSymbol(command.symbol) }
  const refusal = checkTerms(command) ?? checkSplits(run, command, instrument) ?? checkDays(run, command)
  if (refusal) return { refusal }
  const { corporateActions, corporateActionCount } = state.market(command.market)
  if (corporateActions.filter(({ status }) => status === 'announced').length >= MOST_AHEAD)
    return { refusal: { code: 'VALIDATION_ERROR', message: `At most ${MOST_AHEAD} corporate actions can be ahead.` } }
  const { terms, exDay, market } = command
  const announced = { number: corporateActionCount + 1, instrument, exDay, announcedAt: at, status: 'announced' as const }
  run.emit({ type: 'CorporateActionAnnounced', at, market, action: { ...announced, ...terms } })
  return DONE
}

function checkTerms({ terms }: AnnounceCorporateAction): Refusal | undefined {
  if (terms.type === 'cash_dividend') {
    if (terms.amountTicks <= 0) return { code: 'VALIDATION_ERROR', message: 'The amount has to be above zero.', field: 'amount' }
    if (terms.amountTicks <= LARGEST_PRICE_TICKS) return undefined
    return { code: 'VALIDATION_ERROR', message: `The amount may be at most ${LARGEST_PRICE}.`, field: 'amount' }
  }
  const { numerator, denominator } = terms
  if (numerator < 1 || denominator < 1 || numerator > denominator * LARGEST_RATIO || denominator > numerator * LARGEST_RATIO)
    return { code: 'VALIDATION_ERROR', message: `The ratio has to be between ${LARGEST_RATIO}:1 and 1:${LARGEST_RATIO}.`, field: 'ratio' }
  if (numerator === denominator) return { code: 'VALIDATION_ERROR', message: 'The ratio has to change the shares.', field: 'ratio' }
  return undefined
}

function checkSplits(run: Run, { market, terms }: AnnounceCorporateAction, instrument: number): Refusal | undefined {
  if (terms.type !== 'split') return undefined
  const { splits, corporateActions } = run.state.market(market)
  const past = splits.filter((split) => split.instrument === instrument)
  const ahead = corporateActions
    .filter((action) => action.type === 'split')
    .filter((split) => split.instrument === instrument && split.status === 'announced')
  const factor = splitRatio([...past, ...ahead, terms])
  // a product of quotients is not exact
  const most = LARGEST_FACTOR + 0.5
  if (factor < most && 1 / factor < most) return undefined
  const message = `With the other splits of the security the ratio has to be between ${LARGEST_FACTOR}:1 and 1:${LARGEST_FACTOR}.`
  return { code: 'VALIDATION_ERROR', message, field: 'ratio' }
}

function checkDays(run: Run, { market, exDay, terms }: AnnounceCorporateAction): Refusal | undefined {
  const { calendar } = run.state
  const furthest = Math.min(LAST_DAY, run.state.market(market).tradeDay + MOST_DAYS_AHEAD)
  if (exDay > furthest) return { code: 'VALIDATION_ERROR', message: 'The ex-date is too far ahead.', field: 'ex_date' }
  if (exDay <= run.state.market(market).tradeDay)
    return { code: 'VALIDATION_ERROR', message: 'The ex-date has to be after the present trading day.', field: 'ex_date' }
  if (!calendar.isBusinessDay(exDay)) return { code: 'VALIDATION_ERROR', message: 'The ex-date is no trading day.', field: 'ex_date' }
  if (terms.type === 'split') return undefined
  if (terms.payDay < exDay) return { code: 'VALIDATION_ERROR', message: 'The pay date can not be before the ex-date.', field: 'pay_date' }
  if (terms.payDay > furthest) return { code: 'VALIDATION_ERROR', message: 'The pay date is too far ahead.', field: 'pay_date' }
  if (!calendar.isBusinessDay(terms.payDay))
    return { code: 'VALIDATION_ERROR', message: 'The pay date is no trading day.', field: 'pay_date' }
  return undefined
}
