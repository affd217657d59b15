import type { ClientConnection } from './client-connection.ts'
import type { Clock } from './clock.ts'
import type { SessionBook } from './session-book.ts'
import { ScheduleCalendar } from './session-schedule.ts'

/** Keeps sessions to their schedules: closed outside, logged out at the end, and started over where the schedule says so. */
export class SessionHours {
  readonly #clock: Clock
  readonly #calendars = new Map<SessionBook, ScheduleCalendar>()
  /** logged out by the schedule: the numberings start over once the connection has ended */
  readonly #ending = new Set<SessionBook>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The schedule of a session is new. */
  set(book: SessionBook): void {
    this.#calendars.delete(book)
    const { schedule } = book.settings
    if (schedule !== null) this.#calendars.set(book, new ScheduleCalendar(schedule))
  }

  isOpen(book: SessionBook): boolean {
    const calendar = this.#calendars.get(book)
    return calendar === undefined || calendar.windowAt(this.#clock.epochMs()) !== undefined
  }

  /** The numbers had to start over while nobody was here to see the session's end. */
  missedReset(book: SessionBook): boolean {
    const calendar = this.#calendars.get(book)
    return calendar !== undefined && book.movedAt > 0 && calendar.lastResetAt(this.#clock.epochMs()) > book.movedAt
  }

  /** Logs the client out when its session is over. */
  watch(book: SessionBook, connection: ClientConnection): void {
    const now = this.#clock.epochMs()
    const window = this.#calendars.get(book)?.windowAt(now)
    if (window === undefined) return
    this.#clock.at(this.#clock.monotonicMs() + window.end - now, () => {
      if (!connection.isLoggedOn) return
      if (this.#clock.epochMs() < window.end) {
        this.watch(book, connection)
        return
      }
      if (window.resetsAtEnd) this.#ending.add(book)
      connection.logout('End of session')
    })
  }

  /** The connection has ended. */
  left(book: SessionBook): void {
    if (this.#ending.delete(book)) book.startOver()
  }
}
