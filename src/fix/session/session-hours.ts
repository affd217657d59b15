import type { ClientConnection } from '../connection/client-connection.ts'
import type { Clock } from '../clock.ts'
import type { SessionBook } from './session-book.ts'
import { ScheduleCalendar } from './session-schedule.ts'
import type { SessionWindow } from './session-schedule.ts'

/** Keeps sessions to their schedules: closed outside, logged out at the end, and started over where the schedule says so. */
export class SessionHours {
  readonly #clock: Clock
  readonly #calendars = new Map<SessionBook, ScheduleCalendar>()
  /** sessions that are logged on */
  readonly #watched = new Map<SessionBook, Watched>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The schedule of a session is new; it counts for a client that is logged on, too. */
  set(book: SessionBook): void {
    this.#calendars.delete(book)
    const { schedule } = book.settings
    if (schedule !== null) this.#calendars.set(book, new ScheduleCalendar(schedule))
    const watched = this.#watched.get(book)
    if (watched !== undefined) this.watch(book, watched.connection)
  }

  isOpen(book: SessionBook): boolean {
    const calendar = this.#calendars.get(book)
    return calendar === undefined || calendar.windowAt(this.#clock.epochMs()) !== undefined
  }

  /** The numbers had to start over while nobody was here to see the session's end, or the gateway ended while it logged the client out. */
  missedReset(book: SessionBook): boolean {
    const calendar = this.#calendars.get(book)
    if (calendar === undefined || book.movedAt === 0 || book.isStartingOver) return false
    const resetAt = calendar.lastResetAt(this.#clock.epochMs())
    const endedMidway = book.begunAt > 0 && book.begunAt < resetAt && book.movedAt < resetAt + LONGEST_FAREWELL_MS
    return resetAt > book.movedAt || endedMidway
  }

  /** Logs the client out when its session is over: now, where a new schedule says that it has been over for some time. */
  watch(book: SessionBook, connection: ClientConnection): void {
    this.#watched.get(book)?.callOff()
    const calendar = this.#calendars.get(book)
    const now = this.#clock.epochMs()
    const window = calendar?.windowAt(now)
    if (window !== undefined) {
      this.#awaitEnd(book, connection, window)
      return
    }
    this.#watched.set(book, { connection, window: calendar?.lastEnded(now), callOff: NOTHING })
    if (calendar !== undefined) connection.logout(END_OF_SESSION)
  }

  #awaitEnd(book: SessionBook, connection: ClientConnection, window: SessionWindow): void {
    const restMs = Math.min(window.end - this.#clock.epochMs(), LONGEST_WAIT_MS)
    const callOff = this.#clock.at(this.#clock.monotonicMs() + restMs, () => this.#look(book, connection, window))
    this.#watched.set(book, { connection, window, callOff })
  }

  #look(book: SessionBook, connection: ClientConnection, window: SessionWindow): void {
    const now = this.#clock.epochMs()
    if (now >= window.end) connection.logout(END_OF_SESSION)
    else if (now >= window.start) this.#awaitEnd(book, connection, window)
    // a clock that was set back may show the session of another day; where it shows none, this one goes on
    else this.#awaitEnd(book, connection, this.#calendars.get(book)!.windowAt(now) ?? window)
  }

  /** The connection has ended; the numberings start over where its session has, whoever said Logout first. */
  left(book: SessionBook): void {
    const watched = this.#watched.get(book)
    watched?.callOff()
    this.#watched.delete(book)
    if (watched?.window?.resetsAtEnd && watched.window.end <= this.#clock.epochMs()) book.startOver()
  }
}

interface Watched {
  readonly connection: ClientConnection
  /** the one that it is in, or was in last; undefined without a schedule */
  readonly window: SessionWindow | undefined
  readonly callOff: () => void
}

/** From the end of a session to the last number that its client moves: it has two seconds for its Logout, the disk some more. */
const LONGEST_FAREWELL_MS = 10_000
/** Timers know nothing of the real clock: one that was set, or a machine that has slept, is noticed by then. */
const LONGEST_WAIT_MS = 60_000
const END_OF_SESSION = 'End of session'
const NOTHING = (): void => undefined
