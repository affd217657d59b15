/** Where a market stands in its day. `AlwaysOpen` is the only phase of `market.session=always_open`; the others follow each other. */
export const Phase = { AlwaysOpen: 0, Closed: 1, PreMarket: 2, Regular: 3, AfterHours: 4 } as const
export type Phase = (typeof Phase)[keyof typeof Phase]
