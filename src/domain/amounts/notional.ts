import { isWholeShares, LARGEST_ORDER_LOTS, LOTS_PER_SHARE, TICKS_PER_CENT } from './amounts.ts'
import { allLots, type ShareCount } from './share-count.ts'

/**
 * price × quantity, exactly.
 *
 * The product of ticks (1e-4 dollars) and lots (1e-9 shares) is a count of 1e-13 dollars and does not fit a safe integer above
 * 900 dollars. It is kept as two numbers: `whole`, in ticks of one share (1e-4 dollars), and `fraction`, in 1e-13 dollars,
 * 0 <= fraction < 1e9. Whole shares, the common case, never leave plain integer arithmetic. It ends at 900 billion dollars (2^53 ticks):
 * what is worth more stands at that, and alone averages are drawn from it; money is counted in cents, which go further.
 */
export interface Notional {
  readonly whole: number
  readonly fraction: number
}

const LOTS = BigInt(LOTS_PER_SHARE)
const LOTS_PER_CENT_TICK = LOTS * BigInt(TICKS_PER_CENT)
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER) * LOTS

function product(priceTicks: number, quantityLots: number): bigint {
  return BigInt(priceTicks) * BigInt(quantityLots)
}

function toBig(amount: Notional): bigint {
  return BigInt(amount.whole) * LOTS + BigInt(amount.fraction)
}

function fromBig(value: bigint): Notional {
  if (value > LARGEST) return { whole: Number.MAX_SAFE_INTEGER, fraction: 0 }
  return { whole: Number(value / LOTS), fraction: Number(value % LOTS) }
}

/** Half to even; neither may be below zero. */
export function divideHalfEven(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  const twice = (value % divisor) * 2n
  return twice > divisor || (twice === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient
}

/** price × quantity in cents, rounded half-even: what a fill posts. */
export function notionalCents(priceTicks: number, quantityLots: number): number {
  if (isWholeShares(quantityLots)) {
    const ticks = priceTicks * (quantityLots / LOTS_PER_SHARE)
    if (ticks <= Number.MAX_SAFE_INTEGER) return centsOfTicks(ticks)
  }
  return Number(divideHalfEven(product(priceTicks, quantityLots), LOTS_PER_CENT_TICK))
}

/** Ticks of one share in cents, rounded half-even. */
function centsOfTicks(ticks: number): number {
  const cents = Math.floor(ticks / TICKS_PER_CENT)
  const twice = (ticks - cents * TICKS_PER_CENT) * 2
  return twice > TICKS_PER_CENT || (twice === TICKS_PER_CENT && cents % 2 === 1) ? cents + 1 : cents
}

/** price × quantity in cents, rounded up: what an open order holds, so that no rounding can overspend. */
export function notionalCentsUp(priceTicks: number, quantityLots: number): number {
  if (isWholeShares(quantityLots)) {
    const ticks = priceTicks * (quantityLots / LOTS_PER_SHARE)
    if (ticks <= Number.MAX_SAFE_INTEGER) return Math.ceil(ticks / TICKS_PER_CENT)
  }
  return Number((product(priceTicks, quantityLots) + LOTS_PER_CENT_TICK - 1n) / LOTS_PER_CENT_TICK)
}

/** The largest quantity that `cents` buys at a price, rounded down to one lot: cents × 1e11 / ticks. */
export function lotsFor(cents: number, priceTicks: number): number {
  return Number((BigInt(cents) * LOTS_PER_CENT_TICK) / BigInt(priceTicks))
}

/** What the money that is left of a cash order buys at a price, up to what an order that has filled so much can have. */
export function cashLots(cents: number, priceTicks: number, filledLots: number): number {
  return Math.min(lotsFor(cents, priceTicks), mostLots(filledLots))
}

/** What an order that has filled so much can still have; in an older journal one may have filled more than it can have now. */
export const mostLots = (filledLots: number): number => Math.max(0, LARGEST_ORDER_LOTS - filledLots)

/** The smallest quantity worth at least `cents` at a price, rounded up to one lot. */
export function lotsForUp(cents: number, priceTicks: number): number {
  const price = BigInt(priceTicks)
  return Number((BigInt(cents) * LOTS_PER_CENT_TICK + price - 1n) / price)
}

/** `base + price × quantity`, exactly. */
export function addNotional(base: Notional, priceTicks: number, quantityLots: number): Notional {
  if (isWholeShares(quantityLots)) {
    const whole = base.whole + priceTicks * (quantityLots / LOTS_PER_SHARE)
    if (whole <= Number.MAX_SAFE_INTEGER) return { whole, fraction: base.fraction }
  }
  return addExactly(base.whole, base.fraction, priceTicks, quantityLots)
}

// Apart, so that `addNotional` is small enough to be compiled into its callers, and the object that it is given need not be made.
function addExactly(whole: number, fraction: number, priceTicks: number, quantityLots: number): Notional {
  return fromBig(toBig({ whole, fraction }) + product(priceTicks, quantityLots))
}

/** `base - price × quantity`, exactly; 0 where that would be less. */
export function subtractNotional(base: Notional, priceTicks: number, quantityLots: number): Notional {
  if (isWholeShares(quantityLots)) {
    const whole = base.whole - priceTicks * (quantityLots / LOTS_PER_SHARE)
    if (whole >= 0) return { whole, fraction: base.fraction }
  }
  const rest = toBig(base) - product(priceTicks, quantityLots)
  return rest > 0n ? fromBig(rest) : { whole: 0, fraction: 0 }
}

/**
 * The share `part / of` of an amount, rounded half-even to 1e-13 dollars: the cost that stays when a part of a position is sold.
 * Quantities of any size; nothing or less than nothing left has no cost.
 */
export function portionOf(amount: Notional, part: ShareCount, of: ShareCount): Notional {
  if (part.shares < 0 || (part.shares === 0 && part.lots === 0)) return { whole: 0, fraction: 0 }
  if ((amount.whole === 0 && amount.fraction === 0) || of.shares < 0) return { whole: 0, fraction: 0 }
  // whole shares that all cost the same
  if (amount.fraction === 0 && part.lots === 0 && of.lots === 0) {
    const each = Math.floor(amount.whole / of.shares)
    const whole = each * part.shares
    if (each * of.shares === amount.whole && whole <= Number.MAX_SAFE_INTEGER) return { whole, fraction: 0 }
  }
  const left = remainderAfter(amount, part, of)
  if (left) return left
  return fromBig(divideHalfEven(toBig(amount) * allLots(part), allLots(of)))
}

/**
 * `portionOf` where whole shares go, as nearly every sale has it: amount - amount × gone / of, by long division. Every dividend is below
 * 2^52, where the floor of a quotient of doubles is exact. Undefined where one might not be.
 */
function remainderAfter(amount: Notional, part: ShareCount, of: ShareCount): Notional | undefined {
  const all = of.shares
  const gone = all - part.shares
  if (part.lots !== 0 || of.lots !== 0 || amount.whole < 0 || gone < 0) return undefined
  if (amount.whole > 2 ** 52 || gone * all > 2 ** 52 || all > 2e10 || amount.fraction * gone > 2 ** 51) return undefined
  const perShare = Math.floor(amount.whole / all)
  const ticks = (amount.whole - perShare * all) * gone
  const goneTicks = Math.floor(ticks / all)
  // what is left of it in 1e-13 dollars: the first four digits, then five more and what goes of the fraction
  const four = (ticks - goneTicks * all) * 1e4
  const high = Math.floor(four / all)
  const five = (four - high * all) * 1e5 + amount.fraction * gone
  const low = Math.floor(five / all)
  const rest = five - low * all
  let fraction = amount.fraction - (high * 1e5 + low)
  // `rest / all` more than that goes: half-even
  if (rest * 2 > all || (rest * 2 === all && fraction % 2 !== 0)) fraction--
  const borrowed = Math.max(0, Math.ceil(-fraction / LOTS_PER_SHARE))
  return { whole: amount.whole - perShare * gone - goneTicks - borrowed, fraction: fraction + borrowed * LOTS_PER_SHARE }
}

/** The average of a quantity of any size, in millionths of a dollar, rounded half-even; 0 for no quantity. */
export function averageMicrosOf(amount: Notional, quantity: ShareCount): number {
  if (quantity.shares < 0 || (quantity.shares === 0 && quantity.lots === 0)) return 0
  return Number(divideHalfEven(toBig(amount) * 100n, allLots(quantity)))
}

/** price × a quantity of any size (negative too), in cents, rounded half-even. */
export function valueCents(priceTicks: number, quantity: ShareCount): number {
  const ticks = priceTicks * Math.abs(quantity.shares)
  if (quantity.lots === 0 && ticks <= Number.MAX_SAFE_INTEGER) return quantity.shares < 0 ? -centsOfTicks(ticks) : centsOfTicks(ticks)
  const lots = allLots(quantity)
  const value = BigInt(priceTicks) * (lots < 0n ? -lots : lots)
  const cents = Number(divideHalfEven(value, LOTS_PER_CENT_TICK))
  return lots < 0n ? -cents : cents
}

/** The average price of `quantityLots` that cost `amount`, in millionths of a dollar, rounded half-even; 0 for no quantity. */
export function averageMicros(amount: Notional, quantityLots: number): number {
  if (quantityLots === 0) return 0
  const { whole, fraction } = amount
  if (fraction === 0 && isWholeShares(quantityLots)) {
    const shares = quantityLots / LOTS_PER_SHARE
    const each = Math.floor(whole / shares)
    if (each * shares === whole) return each * 100
  }
  return exactAverageMicros(whole, fraction, quantityLots)
}

// apart for the same reason as `addExactly`
function exactAverageMicros(whole: number, fraction: number, quantityLots: number): number {
  // amount / lots is in 1e-4 dollars; a hundred times that is millionths
  return Number(divideHalfEven(toBig({ whole, fraction }) * 100n, BigInt(quantityLots)))
}

/** An exact amount in cents, rounded half-even. */
export function toCents(amount: Notional): number {
  return Number(divideHalfEven(toBig(amount), LOTS_PER_CENT_TICK))
}
