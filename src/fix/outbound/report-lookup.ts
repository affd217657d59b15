import { IdentifierKind } from '../../domain/identifier.ts'
import { counterOf, marketOf } from '../../domain/order.ts'
import { UUID_LENGTH } from '../../domain/uuid-text.ts'
import type { EngineView } from '../../domain/view.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import { fieldOf, putBytes } from '../wire/put-field.ts'

/**
 * What a report needs beyond its event, and what never changes: account numbers, symbols and the ids that are minted from counters.
 * The last few thousand OrderIDs are kept as bytes, since an order's reports come close together.
 */
export class ReportLookup {
  readonly #view: EngineView
  /** fields as they are written, by account and by instrument */
  readonly #accounts: DataView[] = []
  readonly #symbols: DataView[] = []
  readonly #orders = new Float64Array(CACHED_ORDERS)
  readonly #orderIds = new Array<DataView | undefined>(CACHED_ORDERS)

  constructor(view: EngineView) {
    this.#view = view
  }

  /** Writes Account(1). */
  putAccount(writer: MessageWriter, account: number): void {
    writer.field((this.#accounts[account] ??= fieldOf(1, this.#view.accounts[account]!.accountNumber)))
  }

  /** Writes Symbol(55). @param instrument -1 for none: `[N/A]`, what FIX puts where there is no symbol */
  putSymbol(writer: MessageWriter, instrument: number): void {
    if (instrument < 0) writer.ascii(55, NO_SYMBOL)
    else writer.field((this.#symbols[instrument] ??= fieldOf(55, this.#view.instruments[instrument]!.symbol)))
  }

  /** Writes OrderID(37). */
  putOrderId(writer: MessageWriter, orderNumber: number): void {
    const slot = orderNumber % CACHED_ORDERS
    const id = (this.#orderIds[slot] ??= new DataView(new ArrayBuffer(UUID_LENGTH)))
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
