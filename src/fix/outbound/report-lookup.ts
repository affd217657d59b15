import { IdentifierKind } from '../../domain/identifier.ts'
import { counterOf, marketOf } from '../../domain/order.ts'
import { UUID_LENGTH } from '../../domain/uuid-text.ts'
import type { EngineView } from '../../domain/view.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import { putBytes } from '../wire/put-field.ts'

/**
 * What a report needs beyond its event, and what never changes: account numbers, symbols and the ids that are minted from counters.
 * The last few thousand OrderIDs are kept as bytes, since an order's reports come close together.
 */
export class ReportLookup {
  readonly #view: EngineView
  readonly #orders = new Float64Array(CACHED_ORDERS)
  readonly #orderIds = Array.from({ length: CACHED_ORDERS }, () => new DataView(new ArrayBuffer(UUID_LENGTH)))

  constructor(view: EngineView) {
    this.#view = view
  }

  accountNumber(account: number): string {
    return this.#view.accounts[account]!.accountNumber
  }

  /** @param instrument -1 for none: `[N/A]`, what FIX puts where there is no symbol */
  symbol(instrument: number): string {
    return instrument < 0 ? NO_SYMBOL : this.#view.instruments[instrument]!.symbol
  }

  /** Writes OrderID(37). */
  putOrderId(writer: MessageWriter, orderNumber: number): void {
    const slot = orderNumber % CACHED_ORDERS
    const id = this.#orderIds[slot]!
    if (this.#orders[slot] !== orderNumber) {
      this.#mint(marketOf(orderNumber)).writeTo(id, 0, IdentifierKind.Order, counterOf(orderNumber))
      this.#orders[slot] = orderNumber
    }
    const at = writer.room(37, UUID_LENGTH)
    putBytes(writer.view, at, id)
  }

  /** Writes ExecID(17) or ExecRefID(19). */
  putExecutionId(writer: MessageWriter, tag: 17 | 19, market: number, execution: number): void {
    this.#putId(writer, tag, market, IdentifierKind.Execution, execution)
  }

  /** Writes an id of an answer that is no execution: unique, since no two events share a position. */
  putAnswerId(writer: MessageWriter, tag: 17 | 37, market: number, position: number): void {
    this.#putId(writer, tag, market, IdentifierKind.Activity, position)
  }

  #putId(writer: MessageWriter, tag: number, market: number, kind: IdentifierKind, number: number): void {
    const at = writer.room(tag, UUID_LENGTH)
    this.#mint(market).writeTo(writer.view, at, kind, number)
  }

  #mint(market: number): EngineView['markets'][number]['mint'] {
    return this.#view.markets[market]!.mint
  }
}

export const NO_SYMBOL = '[N/A]'
const CACHED_ORDERS = 4_096
