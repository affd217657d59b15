import type { CancelSessionOrders } from '../../domain/commands/order-command.ts'
import type { Clock } from '../clock.ts'
import type { SessionBook } from './session-book.ts'

/** Sessions that are lost have their open orders cancelled, unless they are back within their grace window. Rules of engagement P.4. */
export class CancelTimers {
  readonly #clock: Clock
  readonly #submit: (command: CancelSessionOrders) => void
  readonly #running = new Map<SessionBook, () => void>()

  constructor(clock: Clock, submit: (command: CancelSessionOrders) => void) {
    this.#clock = clock
    this.#submit = submit
  }

  start(book: SessionBook): void {
    this.callOff(book)
    const callOff = this.#clock.at(this.#clock.monotonicMs() + book.settings.cancelOnDisconnect.graceMs, () => {
      this.#running.delete(book)
      // an operator may have changed it since
      const { index, cancelOnDisconnect } = book.settings
      if (!cancelOnDisconnect.enabled) return
      this.#submit({ type: 'CancelSessionOrders', session: index, includeGtc: cancelOnDisconnect.includeGtc })
    })
    this.#running.set(book, callOff)
  }

  callOff(book: SessionBook): void {
    this.#running.get(book)?.()
    this.#running.delete(book)
  }

  stop(): void {
    for (const callOff of this.#running.values()) callOff()
    this.#running.clear()
  }
}
