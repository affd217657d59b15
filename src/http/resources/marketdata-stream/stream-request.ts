import { SYMBOL_FORMAT } from '../../../domain/market/instrument.ts'
import type { EngineView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'

/** What can be listened to, by the names of the events. */
export const CHANNELS = ['quote', 'trade', 'depth', 'imbalance'] as const
export type Channel = (typeof CHANNELS)[number]

export const MOST_SYMBOLS = 100

/**
 * The instruments of the parameter `symbols`, a comma list; left out, all that are listed.
 *
 * Throws INVALID_SYMBOL, SYMBOLS_REQUIRED for an empty list or when more are listed than a stream may have, TOO_MANY_SYMBOLS.
 */
export function wantedInstruments(
  view: Pick<EngineView, 'instruments' | 'instrumentBySymbol'>,
  symbols: string | undefined,
): readonly number[] {
  if (symbols === undefined) {
    const { length } = view.instruments
    if (length > MOST_SYMBOLS)
      throw new ApiError('SYMBOLS_REQUIRED', `Name the symbols: ${length} are listed, a stream may have ${MOST_SYMBOLS}.`, {
        field: 'symbols',
      })
    return view.instruments.map((_, instrument) => instrument)
  }
  const named = new Set(namesIn(symbols).map((name) => name.toUpperCase()))
  if (named.size === 0) throw new ApiError('SYMBOLS_REQUIRED', 'symbols has to name at least one symbol.', { field: 'symbols' })
  if (named.size > MOST_SYMBOLS)
    throw new ApiError('TOO_MANY_SYMBOLS', `symbols names ${named.size}, a stream may have ${MOST_SYMBOLS}.`, { field: 'symbols' })
  return [...named].map((symbol) => {
    const instrument = SYMBOL_FORMAT.test(symbol) ? view.instrumentBySymbol(symbol) : undefined
    if (instrument === undefined) throw new ApiError('INVALID_SYMBOL', `${JSON.stringify(symbol)} is not known.`, { field: 'symbols' })
    return instrument
  })
}

/** The channels of the parameter `channels`, a comma list; left out or empty, all. Throws VALIDATION_ERROR. */
export function wantedChannels(channels: string | undefined): ReadonlySet<Channel> {
  const named = namesIn(channels ?? '')
  for (const name of named) {
    if (!isChannel(name))
      throw new ApiError('VALIDATION_ERROR', `channels may have ${CHANNELS.join(', ')}, not ${JSON.stringify(name)}.`, {
        field: 'channels',
      })
  }
  return new Set(named.length === 0 ? CHANNELS : (named as Channel[]))
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const isChannel = (name: string): name is Channel => (CHANNELS as readonly string[]).includes(name)
