import { LOTS_PER_SHARE } from '../../../domain/amounts/amounts.ts'
import { Cover, isOpen, Leg, type Order, OrderType } from '../../../domain/orders/order.ts'
import { heldLotsOf } from '../../accounts/buying-power.ts'
import { openExitsOf } from '../../orders/exits.ts'
import { leavesOf, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { heldNow } from '../../venue/pending.ts'
import { available } from '../../accounts/positions.ts'
import type { GroupNews, Run } from '../../run.ts'
import { match } from '../matching/match.ts'
import { refuseReplaces } from '../venue/pending-replace.ts'
import { triggerStops } from '../matching/trigger-stops.ts'
import { waitsForSession } from '../matching/waits-at-entry.ts'
import { ASKED, BOUGHT, cancelExit, LEFT, resize, restate } from './change-exit.ts'

/**
 * What orders that hang together do after something has happened to one of them: an entry that is done sets its exits to work, or cancels
 * them when it has bought nothing; of two exits the one follows what the other has filled, and ends with it.
 */
export function followGroups(run: Run): void {
  for (let news = run.takeGroups(); news.length > 0; news = run.takeGroups()) for (const one of news) follow(run, one)
}

/** The same of exits that work, in the middle of a pass; those that wait for their entry are left to its end. */
export function followExits(run: Run): void {
  if (!run.hasGroupNews) return
  const later: GroupNews[] = []
  for (let news = run.takeGroups(); news.length > 0; news = run.takeGroups())
    for (const one of news) {
      const waits = openExitsOf(run.state, one.root).some((exit) => exit.cover === Cover.Entry)
      if (waits) later.push(one)
      else follow(run, one)
    }
  run.leaveGroups(later)
}

// What has ended before this command must not count: the engine may have let go of it, or not yet.
function follow(run: Run, { root, exitEnded }: GroupNews): void {
  const entry = run.state.order(root)
  const exits = openExitsOf(run.state, root)
  const waiting = exits.filter((exit) => exit.cover === Cover.Entry)
  if (exitEnded) for (const exit of exits) cancelExit(run, exit)
  else if (waiting.length === 0) keepEqual(run, exits)
  else if (!entry || !isOpen(entry.status)) {
    // what has traded so far is for the stops that stood there
    triggerStops(run, run.state.bookOf(waiting[0]!))
    setToWork(run, root)
  } else keepAsEntry(run, waiting, entry)
}

/** An entry that works may buy more or less than when its exits were placed: they show what they will have to sell at most. */
function keepAsEntry(run: Run, waiting: readonly Order[], entry: Order): void {
  const lots = tradable(run, entry.instrument, entry.quantityLots)
  for (const exit of waiting) if (exit.quantityLots !== lots) resize(run, exit, lots, ASKED)
}

/** The entry is done: its exits sell what it has bought, as far as it is still there. */
function setToWork(run: Run, root: number): void {
  const waiting = openExitsOf(run.state, root).filter((exit) => exit.cover === Cover.Entry)
  const [first] = waiting
  if (!first) return
  const lots = sellableOf(run, first, run.state.order(root)?.filledLots ?? 0)
  if (lots === 0) {
    for (const exit of waiting) cancelExit(run, exit)
    return
  }
  for (const exit of waiting)
    activate(run, exit, { lots, cover: exit.leg === Leg.StopLoss && waiting.length > 1 ? Cover.Sibling : Cover.Own })
  const book = run.state.bookOf(first)
  for (const exit of waiting) {
    const slot = run.state.directory.get(exit.number)
    if (exit.type === OrderType.Limit && !run.state.orders.isHeld(slot) && !book.halted) match(run, book, slot)
  }
  triggerStops(run, book)
}

function sellableOf(run: Run, { account, instrument }: Order, bought: number): number {
  const position = run.state.account(account).positions.get(instrument)
  if (!position) return 0
  const free = available(position)
  return tradable(run, instrument, Math.min(bought, Math.max(0, free.shares * LOTS_PER_SHARE + free.lots)))
}

/** Of what trades in whole shares alone no part of one, with which a split may have left the entry. */
const tradable = ({ state }: Run, instrument: number, lots: number): number =>
  state.instruments[instrument]!.fractionable ? lots : lots - (lots % LOTS_PER_SHARE)

function activate(run: Run, exit: Order, { lots, cover }: { readonly lots: number; readonly cover: Cover }): void {
  const next: NextOrder = { ...exit, cover, held: false, quantityLots: lots, updatedAt: run.at }
  next.held = waitsForSession(run, next)
  next.status = workingStatus(next)
  next.leavesLots = leavesOf(next, 0)
  next.heldLots = heldLotsOf(next)
  if (heldNow(run.state, next).lots > next.heldLots) {
    refuseReplaces(run, exit.number, 'It asks for more than the entry has bought.')
    next.pending = run.state.order(exit.number)!.pending
  }
  if (lots === exit.quantityLots) {
    run.emit({ type: 'OrderReleased', at: run.at, order: next })
    return
  }
  next.revision += 1
  restate(run, next, BOUGHT, false)
}

/** Both exits sell the same shares: what one has filled, or sells no more, the other has no more of. */
function keepEqual(run: Run, exits: readonly Order[]): void {
  const rest = Math.min(...exits.map(({ leavesLots }) => leavesLots))
  for (const exit of exits) if (exit.leavesLots !== rest) resize(run, exit, rest, LEFT)
}
