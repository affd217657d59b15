import { IdentifierKind } from '../../domain/identifiers/identifier.ts'
import { counterOf, marketOf } from '../../domain/orders/order.ts'
import { UUID_LENGTH } from '../../domain/identifiers/uuid-text.ts'
import type { EngineView } from '../../domain/view.ts'
import type { MessageWriter } from '../wire/message-writer.ts'
import { fieldOf, type Piece } from '../wire/put-field.ts'

/**
 * What a report needs beyond its event, and what never changes: account numbers, symbols and the ids that are minted from counters.
 * Ids are minted for each report: to find one that was minted before in memory takes longer.
 */
export class ReportLookup {
  readonly #view: EngineView
  /** fields as they are written, by account and by instrument */
  readonly #accounts: Piece[] = []
  readonly #symbols: Piece[] = []

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
    this.#putId(writer, 37, marketOf(orderNumber), IdentifierKind.Order, counterOf(orderNumber))
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
    this.#view.markets[market]!.mint.writeTo(writer.view, at, kind, number)
  }
}

export const NO_SYMBOL = '[N/A]'
