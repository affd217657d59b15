import type { EventStream } from '../../event-stream/event-stream.ts'
import type { LoggedRequest, PartnerLog } from '../../requests/request-log.ts'
import { isWanted, type RequestFilter } from './request-filter.ts'

export interface RequestLogReaderParts {
  readonly stream: EventStream
  readonly log: PartnerLog
  readonly filter: RequestFilter
  /** id of the entry after which it begins */
  readonly after: number
  /** id of the entry that ends it; undefined = none does */
  readonly until?: number
  readonly view: (entry: LoggedRequest) => object
}

/** Entries that are looked at before it is seen whether the client reads. */
const AT_ONCE = 100

/** Carries the log into a stream as fast as its client reads; what the client has not taken stays in the log, and nowhere else. */
export class RequestLogReader {
  readonly #parts: RequestLogReaderParts
  #next: number
  #isWaiting = false

  constructor(parts: RequestLogReaderParts) {
    this.#parts = parts
    this.#next = parts.after + 1
    parts.stream.passed(parts.after)
    const callOff = parts.log.listen(() => this.send())
    parts.stream.whenEnded(callOff)
  }

  /** Sends what is there. */
  send(): void {
    const { stream, log, filter, until = Infinity, view } = this.#parts
    if (this.#isWaiting) return
    for (let looked = 0; looked < AT_ONCE && this.#next <= Math.min(log.lastId, until); looked++) {
      const entry = log.find(this.#next)
      // the client has fallen behind what is kept
      if (entry === undefined) return stream.end('overflow')
      this.#next++
      if (isWanted(entry, filter)) stream.send({ id: entry.id, event: 'request', data: JSON.stringify(view(entry)) })
      else stream.passed(entry.id)
    }
    if (this.#next > until) return stream.end()
    if (this.#next > log.lastId) return
    this.#isWaiting = true
    stream.whenRoom(() => {
      this.#isWaiting = false
      this.send()
    })
  }
}
