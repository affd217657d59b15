/**
 * How much of an order the displayed quote fills, by account or by symbol. `displayed`: what it shows (the default); `full`: any size;
 * `participation`: a share of the volume of the minute; `partial`: a part drawn by the market's seed, so that orders fill in pieces.
 */
export type FillModel =
  | { readonly kind: 'displayed' }
  | { readonly kind: 'full' }
  | { readonly kind: 'participation'; readonly basisPoints: number }
  | { readonly kind: 'partial' }

export const FILL_MODELS = ['displayed', 'full', 'participation', 'partial'] as const satisfies readonly FillModel['kind'][]

/** Whose trades a model is for. */
export type FillModelScope = { readonly instrument: number } | { readonly account: number }
