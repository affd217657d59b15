import type { ChangeInstrument, CreatePartner, ListInstrument } from '../../../domain/commands/market-command.ts'
import { MOST_MARKETS } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { phaseAt, tradingDayAt } from '../../time/session-phase.ts'
import type { Run } from '../../run.ts'
import { unknownSymbol } from '../checks/unknown-symbol.ts'

/** A partner. A sandbox partner gets a market of its own, live partners share one. */
export function createPartner(run: Run, { id, name, environment, seed }: CreatePartner): Result {
  const { state, at } = run
  const shared = environment === 'live' ? state.partners.find((partner) => partner.environment === 'live') : undefined
  const market = shared ? shared.market : state.markets.length
  if (market === MOST_MARKETS)
    return {
      refusal: {
        code: 'PARTNER_LIMIT_REACHED',
        message: `There are ${MOST_MARKETS} markets, which is as many as order numbers have room for.`,
      },
    }
  const tradeDay = shared ? state.market(market).tradeDay : tradingDayAt(run.rules, state.calendar, at)
  run.emit({ type: 'PartnerCreated', at, partner: state.partners.length, id, name, environment, market, seed, tradeDay })
  if (!shared && run.rules.session !== 'always_open')
    run.emit({ type: 'PhaseChanged', at, market, phase: phaseAt(state, state.market(market), at) })
  return DONE
}

/** A security joins the master, for all markets: nothing is quoted or traded of it yet. */
export function listInstrument(run: Run, { instrument }: ListInstrument): Result {
  const { symbol, previousCloseTicks } = instrument
  if (!(previousCloseTicks > 0)) throw new Error(`engine: ${symbol} has no previous close`)
  if (run.state.instrumentBySymbol(symbol) !== undefined)
    return { refusal: { code: 'SYMBOL_ALREADY_LISTED', message: `${symbol} is listed already.`, field: 'symbol' } }
  run.emit({ type: 'InstrumentListed', at: run.at, index: run.state.instruments.length, instrument })
  return DONE
}

/** Its orders that are open stay as they are: what no longer takes orders may still be filled. */
export function changeInstrument(run: Run, { symbol, name, tradable }: ChangeInstrument): Result {
  const index = run.state.instrumentBySymbol(symbol)
  if (index === undefined) return { refusal: unknownSymbol(symbol) }
  const listed = run.state.instruments[index]!
  const instrument = { ...listed, name: name ?? listed.name, tradable: tradable ?? listed.tradable }
  if (instrument.name !== listed.name || instrument.tradable !== listed.tradable)
    run.emit({ type: 'InstrumentChanged', at: run.at, index, instrument })
  return DONE
}
