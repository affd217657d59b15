import type { SymbolHalted, SymbolResumed } from '../../domain/events/market-event.ts'
import type { EngineState } from '../state.ts'

/** A symbol stops trading, or what it waits for changes: a pause becomes a halt, or the other way round. */
export function applyHalt(state: EngineState, { market: index, instrument, until, priceTicks }: SymbolHalted): void {
  const market = state.market(index)
  const book = state.book(index, instrument)
  // a pause that becomes a halt keeps the price at which it began
  if (priceTicks > 0 || !book.halted) book.bandTicks = priceTicks
  book.halted = true
  book.pausedUntil = until
  if (until > 0) market.paused.add(instrument)
  else market.paused.delete(instrument)
}

/** After a pause the price that the band refused is the reference; after a halt the first trade takes a new one. */
export function applyResume(state: EngineState, { market: index, instrument, at }: SymbolResumed): void {
  const book = state.book(index, instrument)
  book.halted = false
  book.pausedUntil = 0
  book.bandSince = book.bandTicks > 0 ? at : 0
  state.market(index).paused.delete(instrument)
}
