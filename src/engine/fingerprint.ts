import { isOpen } from '../domain/orders/order.ts'
import type { VenueRequest } from '../domain/orders/venue-request.ts'
import { NONE } from './none.ts'
import type { OrderBook } from './book/order-book.ts'
import type { PriceLevels } from './book/price-levels.ts'
import type { Market } from './market.ts'
import type { EngineState } from './state.ts'

/**
 * A digest of everything that a decision can depend on: two states with one fingerprint behave alike. Which row an order lies in, and
 * which ended orders are still at hand, is left out: neither changes any outcome. 16 hexadecimal digits.
 */
export function fingerprint(state: EngineState): string {
  const digest = new Digest()
  state.instruments.forEach((instrument) => digest.text(JSON.stringify(instrument)))
  state.partners.forEach((partner) => digest.text(JSON.stringify(partner)))
  const { all, partners, accounts, sessions } = state.killSwitches
  digest.number(all ? 1 : 0)
  for (const set of [partners, accounts, sessions]) [...set].sort((a, b) => a - b).forEach((id) => digest.number(id))
  for (const account of state.accounts) digestAccount(digest, state, account.index)
  for (const market of state.markets) digestMarket(digest, state, market)
  return digest.toString()
}

function digestMarket(digest: Digest, state: EngineState, market: Market): void {
  digest.text(market.seed)
  const { ledger } = market
  for (const fills of [market.symbolFills, market.accountFills]) digest.text(JSON.stringify([...fills].sort((a, b) => a[0] - b[0])))
  digest.numbers([
    market.tradeDay,
    market.dayBeganAt,
    market.clock.frozenAt,
    market.clock.offsetMs,
    market.phase,
    market.orderCount,
    market.executionCount,
    market.tradeCount,
    market.accountCount,
    market.achCount,
    market.transferCount,
  ])
  digest.numbers([ledger.houseCents, ledger.bankCents, ledger.clearingCents, ledger.feeCents, ledger.withheldCents])
  const entitlements = [...market.entitlements].map(([action, { left }]) => [action, left])
  digest.text(JSON.stringify([market.corporateActionCount, market.corporateActions, market.splits, entitlements]))
  digest.number(market.requests.count)
  digest.text(JSON.stringify(market.mint.given))
  for (const request of market.requests.all) digestRequest(digest, request)
  for (const [instrument, position] of [...market.house].sort((a, b) => a[0] - b[0]))
    digest.numbers([instrument, position.shares, position.lots])
  // every book: one that was made because somebody asked for a price is the same as one that is not there yet, which is not kept here:
  // thousands of securities in each of many markets are millions of books
  state.instruments.forEach((_, instrument) =>
    digestBook(digest, state, market.books[instrument] ?? state.untouchedBook(market.index, instrument)),
  )
}

function digestBook(digest: Digest, state: EngineState, book: OrderBook): void {
  digest.numbers([
    book.instrument,
    book.lastTicks,
    book.previousCloseTicks,
    book.closeKeptFor,
    book.closeTicks,
    book.quote.bidTicks,
    book.quote.askTicks,
    book.quote.bidLots,
    book.quote.askLots,
  ])
  digest.numbers([book.quotedAt, book.tradedAt, book.isQuotedSince ? 1 : 0, book.pinned ? 1 : 0, book.halted ? 1 : 0])
  digest.numbers([book.barMinute, book.barLots])
  digest.numbers([book.pausedUntil, book.bandTicks, book.bandSince, book.dayTicks])
  digest.text(JSON.stringify([book.walk, book.kept]))
  for (const queue of book.queues) digestSide(digest, state, queue)
}

function digestRequest(digest: Digest, request: VenueRequest): void {
  const { sequence, dueAt, orderNumber, kind, session, clientOrderId, cancelOnHalt } = request
  const { quantityLots = -1, limitTicks = -1, stopTicks = -1 } = request
  digest.text(`${kind} ${clientOrderId}`)
  if (cancelOnHalt !== undefined) digest.text(`cancelOnHalt ${cancelOnHalt}`)
  digest.numbers([sequence, dueAt, orderNumber, session, quantityLots, limitTicks, stopTicks])
}

function digestAccount(digest: Digest, state: EngineState, index: number): void {
  const account = state.account(index)
  digest.text(
    `${account.id} ${account.accountNumber} ${account.userId} ${account.status} ${account.kycStatus} ${JSON.stringify(account.kycResults)}`,
  )
  digest.text(JSON.stringify(account.tradingConfigurations))
  digest.numbers([account.dividendReinvestment ? 1 : 0, account.gone ? 1 : 0])
  digest.numbers([account.partner, account.market, account.createdAt, account.updatedAt, account.reviewDueAt])
  digest.numbers([account.settledCents, account.heldCents, account.lastEquityCents, account.openOrderCount])
  for (const lot of account.settlementLots) digest.numbers([lot.day, lot.cents])
  for (const [instrument, held] of [...account.positions].sort((a, b) => a[0] - b[0]))
    digest.numbers([
      instrument,
      held.shares,
      held.lots,
      held.heldShares,
      held.heldLots,
      held.basisWhole,
      held.basisFraction,
      held.updatedAt,
    ])
  for (const bank of account.banks.values()) digest.text(JSON.stringify(bank))
  for (const transfer of [...account.transfers.values()].sort((a, b) => a.number - b.number)) digest.text(JSON.stringify(transfer))
  digest.numbers([account.openTransferCount, account.pendingDepositCents, account.reservedCents])
  for (const [key, transfer] of account.transferKeys) digest.text(`${key} ${transfer.transfer} ${transfer.content}`)
}

// In queue order, so that the priority of every order is part of the digest.
function digestSide(digest: Digest, state: EngineState, side: PriceLevels): void {
  const { orders } = state
  for (let rank = 0; rank < side.count; rank++) {
    for (let slot = side.headAt(rank); slot !== NONE; slot = orders.next(slot)) {
      digest.number(orders.placed(slot))
      if (orders.isHouse(slot)) {
        digest.number(-1)
        continue
      }
      const order = orders.read(slot)
      if (!isOpen(order.status)) throw new Error(`engine: order ${order.number} is in a queue with status ${order.status}`)
      digest.text(`${order.clientOrderId} ${order.firstClientOrderId}`)
      for (const value of Object.values(order)) if (typeof value !== 'string') digest.number(Number(value))
      for (const id of orders.furtherIds(slot)) digest.text(id)
    }
  }
}

/** Two 32-bit lanes over numbers and texts. */
class Digest {
  private low = 0x243f6a88
  private high = 0x85a308d3
  private readonly float = new Float64Array(1)
  private readonly words = new Int32Array(this.float.buffer)

  number(value: number): void {
    this.float[0] = value
    this.mix(this.words[0]!)
    this.mix(this.words[1]!)
  }

  numbers(values: readonly number[]): void {
    for (const value of values) this.number(value)
  }

  text(value: string): void {
    this.mix(value.length)
    for (let i = 0; i < value.length; i++) this.mix(value.charCodeAt(i))
  }

  toString(): string {
    return (this.low >>> 0).toString(16).padStart(8, '0') + (this.high >>> 0).toString(16).padStart(8, '0')
  }

  private mix(value: number): void {
    this.low = Math.imul(this.low ^ value, 0xcc9e2d51)
    this.low ^= this.low >>> 15
    this.high = Math.imul(this.high ^ value ^ this.low, 0x1b873593)
    this.high ^= this.high >>> 16
  }
}
