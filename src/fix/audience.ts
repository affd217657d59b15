import type { Addressee } from '../domain/batch.ts'
import type { Event } from '../domain/event.ts'
import type { EngineView } from '../domain/view.ts'
import { SessionAccounts } from './session/session-accounts.ts'
import type { SessionBook } from './session/session-book.ts'

/**
 * Which session is told of which event: the one that entered the order, the one that asked (order_scope=account), the drop copies of the
 * order's account, the session that an answer is for; News is for all.
 */
export class Audience {
  readonly #view: EngineView
  readonly #books: (SessionBook | undefined)[] = []
  readonly #accounts: (SessionAccounts | undefined)[] = []
  /** drop-copy sessions by account, made when first needed */
  #copies: (readonly SessionBook[] | undefined)[] = []

  constructor(view: EngineView) {
    this.#view = view
  }

  /** A session is new, or its settings have changed. */
  set(book: SessionBook): void {
    const { index } = book.settings
    this.#books[index] = book
    this.#accounts[index] = new SessionAccounts(this.#view, book.settings)
    this.#copies = []
  }

  book(session: number): SessionBook | undefined {
    return this.#books[session]
  }

  accounts(session: number): SessionAccounts {
    return this.#accounts[session]!
  }

  /** Gives a number in the draft of every live session that is told of the event; for the others it is noted. */
  tell(event: Event, position: number): void {
    switch (event.type) {
      case 'OrderAccepted':
      case 'OrderFilled':
      case 'OrderRejected':
      case 'OrderExpired':
      case 'OrderRestated':
      case 'OrderTriggered':
      case 'OrderSuspended':
      case 'OrderReinstated':
      case 'OrderAcknowledged':
      case 'ExecutionBusted':
      case 'ExecutionCorrected':
        if (event.order.session > 0) this.#tellSession(event.order.session, position)
        this.#tellCopies(event.order.account, position)
        return
      case 'OrderCancelled':
      case 'OrderReplaced':
      case 'OrderPended':
        if (event.order.session > 0) this.#tellSession(event.order.session, position)
        if (event.requester > 0 && event.requester !== event.order.session) this.#tellSession(event.requester, position)
        this.#tellCopies(event.order.account, position)
        return
      case 'OrderRefused':
      case 'CancelRejected':
      case 'OrderStatusReported':
      case 'UnknownOrderReported':
      case 'MassCancelReported':
      case 'MessageRefused':
        this.#tellSession(event.session, position)
        return
      case 'NewsAnnounced':
        for (const book of this.#books) book?.tell(position)
        return
      default:
    }
  }

  /** False where `concerns` is, whatever else there is in the event. */
  mayConcern({ type, session, account, answersOtherSession }: Addressee, { settings: { index, kind } }: SessionBook): boolean {
    if (session === index || answersOtherSession || type === 'NewsAnnounced') return true
    return kind === 'drop-copy' && account >= 0 && this.accounts(index).includes(account)
  }

  /** Whether the session is told of the event, live or later. */
  concerns(event: Event, book: SessionBook): boolean {
    const { index, kind } = book.settings
    if (event.type === 'NewsAnnounced') return true
    if ('order' in event && 'execution' in event) {
      if (event.order.session === index) return true
      if ('requester' in event && event.requester === index) return true
      return kind === 'drop-copy' && this.accounts(index).includes(event.order.account)
    }
    return 'session' in event && event.session === index
  }

  #tellSession(session: number, position: number): void {
    this.#books[session]?.tell(position)
  }

  #tellCopies(account: number, position: number): void {
    const copies = (this.#copies[account] ??= this.#copiesOf(account))
    for (const book of copies) book.tell(position)
  }

  #copiesOf(account: number): readonly SessionBook[] {
    return this.#books.filter(
      (book): book is SessionBook => book?.settings.kind === 'drop-copy' && this.accounts(book.settings.index).includes(account),
    )
  }
}
