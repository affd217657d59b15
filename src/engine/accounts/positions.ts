import { LOTS_PER_SHARE } from '../../domain/amounts/amounts.ts'
import { addNotional, type Notional, portionOf } from '../../domain/amounts/notional.ts'
import type { ShareCount } from '../../domain/amounts/share-count.ts'
import type { HistoryEntry } from '../../domain/commands/execution-command.ts'
import { HOUSE } from '../../domain/events/order-event.ts'
import { Side } from '../../domain/orders/order.ts'
import type { Account, Position } from './account-state.ts'
import { splitShares } from '../split-arithmetic.ts'
import type { Market } from '../market.ts'

/** The position of an account in an instrument, made when there is none. */
export function positionOf(account: Account, instrument: number): Position {
  let position = account.positions.get(instrument)
  if (!position) {
    position = emptyPosition(account.index, instrument)
    account.positions.set(instrument, position)
  }
  return position
}

const emptyPosition = (account: number, instrument: number): Position => ({
  account,
  instrument,
  shares: 0,
  lots: 0,
  heldShares: 0,
  heldLots: 0,
  basisWhole: 0,
  basisFraction: 0,
  updatedAt: 0,
})

/** Adds lots (negative takes away) to the quantity. */
export function changeQuantity(position: Position, lots: number): void {
  const sum = position.lots + lots
  const carry = Math.floor(sum / LOTS_PER_SHARE)
  position.shares += carry
  position.lots = sum - carry * LOTS_PER_SHARE
}

export function changeHeld(position: Position, lots: number): void {
  const sum = position.heldLots + lots
  const carry = Math.floor(sum / LOTS_PER_SHARE)
  position.heldShares += carry
  position.heldLots = sum - carry * LOTS_PER_SHARE
}

/** Moves the house's position in an instrument, the counterpart of the clients'. */
export function moveHouse(market: Market, instrument: number, lots: number): void {
  let position = market.house.get(instrument)
  if (!position) {
    position = emptyPosition(HOUSE, instrument)
    market.house.set(instrument, position)
  }
  changeQuantity(position, lots)
}

/** Moving average cost: a buy adds what it paid. Shares that cover a position below zero (after a bust) have no cost in it. */
export function addBuy(position: Position, priceTicks: number, lots: number): void {
  if (position.shares < 0) {
    changeQuantity(position, lots)
    const bought = { shares: Math.floor(lots / LOTS_PER_SHARE), lots: lots % LOTS_PER_SHARE }
    setBasis(position, portionOf(addNotional({ whole: 0, fraction: 0 }, priceTicks, lots), quantityOf(position), bought))
    return
  }
  const basis = addNotional({ whole: position.basisWhole, fraction: position.basisFraction }, priceTicks, lots)
  changeQuantity(position, lots)
  setBasis(position, basis)
}

/** Moving average cost: a sell takes its share of the cost and leaves the average as it was. */
export function addSell(position: Position, lots: number): void {
  const before = quantityOf(position)
  changeQuantity(position, -lots)
  setBasis(position, portionOf({ whole: position.basisWhole, fraction: position.basisFraction }, quantityOf(position), before))
}

export function setBasis(position: Position, basis: Notional): void {
  position.basisWhole = basis.whole
  position.basisFraction = basis.fraction
}

export const isEmpty = (position: Position): boolean =>
  position.shares === 0 && position.lots === 0 && position.heldShares === 0 && position.heldLots === 0

/** True when `lots` more can be sold: quantity less what open sells hold. No more needs no cover, also of a position that is owed. */
export function covers(position: Position | undefined, lots: number): boolean {
  if (lots === 0) return true
  if (!position) return false
  const free = available(position)
  const whole = Math.floor(lots / LOTS_PER_SHARE)
  const part = lots - whole * LOTS_PER_SHARE
  return free.shares > whole || (free.shares === whole && free.lots >= part)
}

export function available(position: Position): ShareCount {
  let shares = position.shares - position.heldShares
  let lots = position.lots - position.heldLots
  if (lots < 0) {
    shares -= 1
    lots += LOTS_PER_SHARE
  }
  return { shares, lots }
}

const quantityOf = (position: Position): ShareCount => ({ shares: position.shares, lots: position.lots })

/** What is left of the cost of an account's shares of one instrument, by moving average. `history`: of both, oldest first. */
export function basisOf(history: readonly HistoryEntry[]): Notional {
  const position = emptyPosition(0, 0)
  for (const { side, lots, priceTicks, split } of history) {
    if (split) {
      Object.assign(position, splitShares(position, split))
      if (position.shares === 0 && position.lots === 0) setBasis(position, { whole: 0, fraction: 0 })
      if (split.paidLots !== 0) addSell(position, split.paidLots)
    }
    if (lots === 0) continue
    if (side === Side.Buy) addBuy(position, priceTicks, lots)
    else addSell(position, lots)
  }
  return { whole: position.basisWhole, fraction: position.basisFraction }
}
