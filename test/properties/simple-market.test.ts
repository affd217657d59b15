import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../src/domain/event.ts'
import { checkInvariants, lotsOf } from '../engine/invariants.ts'
import { EngineRun } from './engine-run.ts'
import { type Mode, type SimpleFill, SimpleMarket } from './simple-market.ts'
import { ACCOUNTS, type Action, CASH_CENTS, CLOSES, fitted, modes, picked, type RawAction, rawActions, SHARES, SYMBOLS } from './trading.ts'

const RUNS = 500
const COMMANDS = 200
const SHARE = 1_000_000_000n
const GRANTED = new Map(SYMBOLS.map((_, symbol) => [`0 ${symbol}`, lotsOf(ACCOUNTS * SHARES[symbol]!)]))

test(`the engine trades like the simple market: ${RUNS} runs of ${COMMANDS} commands`, () => {
  fc.assert(
    fc.property(modes, rawActions(COMMANDS), (mode, actions) => {
      const both = new Both(mode)
      for (const action of actions) both.act(action)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 90_000 },
  )
}, 120_000)

/** The engine and the simple market side by side. */
class Both {
  private readonly run: EngineRun
  private readonly market: SimpleMarket
  private readonly accountOf = new Map<string, number>()
  private placed = 0

  constructor(mode: Mode) {
    this.run = new EngineRun({ selfMatch: mode })
    const account = { settled: CASH_CENTS, unsettled: [], shares: SHARES.map((shares) => BigInt(shares) * SHARE) }
    this.market = new SimpleMarket(
      mode,
      CLOSES,
      Array.from({ length: ACCOUNTS }, () => account),
    )
  }

  act(raw: RawAction): void {
    const id = 'pick' in raw ? picked(this.market, this.placed, raw.pick) : ''
    const action = fitted(
      raw,
      this.market.orders.find((order) => order.id === id && id !== ''),
    )
    if (action.do === 'place') this.accountOf.set(`o${++this.placed}`, action.order.account)
    const target = { id, account: this.accountOf.get(id) ?? 0 }
    const { events, code } = this.run.execute(this.run.commandOf(action, this.placed, target))
    same('the refusal', code, this.simply(action, id))
    const fills = fillsOf(events)
    same('the number of fills', fills.length, this.market.fills.length)
    for (const [index, fill] of this.market.fills.entries()) {
      const ours = fills[index]!
      if (ours.id !== fill.id || ours.ticks !== fill.ticks || ours.lots !== fill.lots || ours.cents !== fill.cents)
        expect(ours).toEqual(fill)
    }
    this.compare()
  }

  private simply(action: Action, id: string): string {
    const { market } = this
    switch (action.do) {
      case 'place':
        return market.place({ ...action.order, id: `o${this.placed}` })
      case 'replace':
        return market.replace(id, action, action.overFix)
      case 'cancel':
        return market.cancel(id)
      case 'cancel all':
        market.cancelAll(action.account)
        return ''
      case 'quote':
        market.quote(action.symbol, action.bid, action.ask)
        return ''
      case 'end of day':
        market.endDay()
        return ''
      default:
        return action satisfies never
    }
  }

  /** Cash, positions, holds and every open order; and what must hold in any state. */
  private compare(): void {
    const { state } = this.run.engine
    const { market } = this
    checkInvariants(state, { granted: GRANTED, corrected: false })
    for (let account = 0; account < ACCOUNTS; account++) {
      const simple = market.accounts[account]!
      const { settledCents, unsettledCents, heldCents, positions } = state.account(account)
      same('settled cash', BigInt(settledCents), simple.settled)
      const unsettled = simple.unsettled.reduce((sum, { cents }) => sum + cents, 0n)
      same('unsettled cash', BigInt(unsettledCents), unsettled)
      same('cash held', BigInt(heldCents), market.held(account))
      for (let symbol = 0; symbol < SYMBOLS.length; symbol++) {
        const position = positions.get(symbol)
        same('a position', position ? BigInt(position.shares) * SHARE + BigInt(position.lots) : 0n, simple.shares[symbol])
      }
    }
    const open = market.openOrders()
    same('the number of open orders', state.openOrderCount, open.length)
    for (const order of open) {
      const ours = state.findOrder(order.account, order.id)
      if (!ours) throw new Error(`${order.id} is open in the simple market alone`)
      const { quantityLots, filledLots, postedCents, heldCents, heldLots, triggered } = ours
      const alike =
        BigInt(quantityLots) === order.lots &&
        BigInt(filledLots) === order.filled &&
        BigInt(postedCents) === order.posted &&
        BigInt(heldCents) === order.heldCents &&
        BigInt(heldLots) === order.heldLots &&
        triggered === order.triggered
      if (!alike) expect(ours).toEqual(order)
    }
  }
}

// expect() costs more than the engine: it is called only to show a difference
function same<T>(what: string, ours: T, simple: T): void {
  if (ours !== simple) expect(ours, what).toBe(simple)
}

function fillsOf(events: readonly Event[]): readonly SimpleFill[] {
  return events.flatMap((event) =>
    event.type === 'OrderFilled'
      ? [{ id: event.order.firstClientOrderId, ticks: BigInt(event.lastTicks), lots: BigInt(event.lastLots), cents: BigInt(event.cents) }]
      : [],
  )
}
