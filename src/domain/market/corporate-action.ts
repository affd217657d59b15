/** What a company does that changes its shares, or pays on them. Days are days since 1970-01-01. */
export type CorporateAction = Split | CashDividend

interface Announced {
  /** of the market, counted */
  readonly number: number
  readonly instrument: number
  /** from the beginning of this trading day on shares are split, or trade without the dividend */
  readonly exDay: number
  readonly announcedAt: number
}

/** `numerator` new shares for `denominator` old ones: 2:1 doubles the shares, 1:10 is a reverse split. */
export interface Split extends Announced {
  readonly type: 'split'
  readonly numerator: number
  readonly denominator: number
  readonly status: 'announced' | 'effective'
}

export interface CashDividend extends Announced {
  readonly type: 'cash_dividend'
  /** a share, in ticks */
  readonly amountTicks: number
  readonly payDay: number
  /** `effective`: it is known who gets it */
  readonly status: 'announced' | 'effective' | 'paid'
}

/** What an account gets of a dividend: for the shares that it had at the end of the day before the ex-date. */
export interface Entitlement {
  readonly account: number
  readonly shares: number
  readonly lots: number
  /** below 0 where the account was short after a bust: it owes what the buyer of its shares is paid */
  readonly cents: number
}

/** New shares for one old one, of splits that follow one another; 1 of none. */
export function splitRatio(splits: readonly Pick<Split, 'numerator' | 'denominator'>[]): number {
  return splits.reduce((ratio, { numerator, denominator }) => (ratio * numerator) / denominator, 1)
}

/** A split that has taken effect: prices and quantities from before `exDay` are in the old shares. */
export interface PastSplit {
  readonly instrument: number
  readonly exDay: number
  /** epoch ms */
  readonly at: number
  readonly numerator: number
  readonly denominator: number
}

/** Whether a split came behind a moment (epoch ms) of a trading day. On a clock that stands the days may begin at that very moment. */
export function isSplitBehind({ at, exDay }: PastSplit, moment: { readonly at: number; readonly day: number }): boolean {
  return at > moment.at || (at === moment.at && exDay > moment.day)
}
