import type { CreatePartner, ListInstrument } from '../../../domain/commands/market-command.ts'
import { MOST_MARKETS } from '../../../domain/orders/order.ts'
import { phaseAt, tradingDayAt } from '../../time/session-phase.ts'
import { DONE, type Result, type Run } from '../../run.ts'

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

/** A security joins the master. */
export function listInstrument(run: Run, { instrument }: ListInstrument): Result {
  if (run.state.instrumentBySymbol(instrument.symbol) !== undefined) throw new Error(`engine: ${instrument.symbol} is listed twice`)
  if (!(instrument.previousCloseTicks > 0)) throw new Error(`engine: ${instrument.symbol} has no previous close`)
  run.emit({ type: 'InstrumentListed', at: run.at, index: run.state.instruments.length, instrument })
  return DONE
}
