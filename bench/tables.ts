import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Side } from '../src/domain/orders/order.ts'
import { OrderBook } from '../src/engine/book/order-book.ts'
import { NONE } from '../src/engine/none.ts'
import { EndedOrders } from '../src/engine/orders/ended-orders.ts'
import { OrderDirectory } from '../src/engine/orders/order-directory.ts'
import type { NextOrder } from '../src/engine/orders/order-lifecycle.ts'
import { OrderTable } from '../src/engine/orders/order-table.ts'
import { restingOrder } from './engine.ts'
import { type Figure, medianOf } from './figure.ts'
import { crossingFlow, mixedFlow, type Step } from './flow.ts'
import { figuresOfProcess, runOwnProcess } from './own-process.ts'

/**
 * The engine's tables by themselves, on the flows of the engine alone: each order has its ids, its row, its place in a queue and in the list of
 * its account, and leaves them again. Nothing is checked, held, posted, numbered or told: what the engine could come to at the most.
 */
function benchTables(commands: number): readonly Figure[] {
  const question = "The engine's tables by themselves: no checks, no money, no events"
  // compiles what is measured
  tablesPace(mixedFlow(Math.min(commands, 200_000), 50))
  return (
    [
      ['crossing orders', crossingFlow(commands)],
      ['mixed flow 60/30/10', mixedFlow(commands, 50)],
      ['the same, cancels deep in long queues', mixedFlow(commands, 2)],
    ] as const
  ).map(([what, flow]) => ({
    question,
    what,
    ...medianOf(Array.from({ length: RUNS }, () => tablesPace(flow))),
    unit: 'commands/s',
    better: 'more',
  }))
}

const RUNS = 5

/** Steps a second. */
function tablesPace(steps: readonly Step[]): number {
  const tables = new Tables()
  // as it comes from the wire, in one piece
  const wired = steps.map((step) => ({ ...step, id: Buffer.from(step.id, 'latin1').toString('latin1') }))
  const begun = performance.now()
  for (const step of wired) tables.take(step)
  return steps.length / ((performance.now() - begun) / 1_000)
}

/** so many have ended and wait, as in `bench/engine.ts` */
const MOST_ENDED = 500

class Tables {
  private readonly orders = new OrderTable(1_000_000)
  private readonly directory = new OrderDirectory()
  private readonly ended = new EndedOrders(this.orders)
  private readonly book = new OrderBook(this.orders, 0, 0, 0)
  private firstOfAccount = NONE
  private count = 0
  // one for all of them
  private readonly order: NextOrder = { ...restingOrder(), heldCents: 0, heldLots: 0 }

  take(step: Step): void {
    if (step.kind === 'order') {
      this.add(step)
      return
    }
    const slot = this.orders.ids.find(this.order.account, step.id)
    if (slot !== NONE && !this.orders.isHeld(slot)) this.end(slot)
  }

  private add({ id, isBuy, limitTicks }: Extract<Step, { kind: 'order' }>): void {
    const { orders, order, book } = this
    if (orders.ids.find(order.account, id) !== NONE) throw new Error(`bench: ${id} is there already`)
    order.number = ++this.count
    order.clientOrderId = id
    order.firstClientOrderId = id
    order.side = isBuy ? Side.Buy : Side.Sell
    order.limitTicks = limitTicks
    const slot = orders.add(order)
    this.directory.set(order.number, slot)
    orders.setAccountNext(slot, this.firstOfAccount)
    orders.setAccountPrevious(slot, NONE)
    if (this.firstOfAccount !== NONE) orders.setAccountPrevious(this.firstOfAccount, slot)
    this.firstOfAccount = slot
    book.link(slot)
    const met = book.opposite(order.side).bestSlot()
    if (met === NONE || (isBuy ? orders.limitTicks(met) > limitTicks : orders.limitTicks(met) < limitTicks)) return
    this.end(met)
    this.end(slot)
  }

  private end(slot: number): void {
    const { orders, ended } = this
    this.book.unlink(slot)
    const next = orders.accountNext(slot)
    const previous = orders.accountPrevious(slot)
    if (previous === NONE) this.firstOfAccount = next
    else orders.setAccountNext(previous, next)
    if (next !== NONE) orders.setAccountPrevious(next, previous)
    orders.setHeld(slot, true)
    ended.add(slot)
    if (ended.count <= MOST_ENDED) return
    const { first } = ended
    ended.remove(first)
    this.directory.delete(orders.number(first))
    orders.release(first)
  }
}

const PROGRAM = 'bench/tables.ts'

/** `benchTables` in a process of its own. */
export const tableFigures = (commands: number): Promise<readonly Figure[]> => figuresOfProcess(PROGRAM, commands)

if (process.argv[1] === fileURLToPath(import.meta.url)) await runOwnProcess(PROGRAM, 500_000, benchTables)
