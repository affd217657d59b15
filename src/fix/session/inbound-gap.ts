/**
 * What is missing of a client's numbers and has been asked for. While it is open no other ResendRequest is sent for it. Numbers are
 * MsgSeqNum(34), times ms of the monotonic clock.
 */
export class InboundGap {
  #begin = 0
  #until = 0
  #movedAt = 0

  /** Everything from `begin` to before `until` is missing. */
  open(begin: number, until: number, now: number): void {
    this.#begin = begin
    this.#until = Math.max(until, this.#until)
    this.#movedAt = now
  }

  close(): void {
    this.#until = 0
  }

  /** `next`: the number that is expected. */
  isOpen(next: number): boolean {
    return next < this.#until
  }

  /** Something of it has come. */
  moved(now: number): void {
    this.#movedAt = now
  }

  /** Something of it has come since it was asked for. */
  hasMoved(next: number): boolean {
    return this.#begin !== next
  }

  /** When nothing of it has come for `patienceMs`; never while it is closed. */
  givenUpAt(next: number, patienceMs: number): number {
    return this.isOpen(next) ? this.#movedAt + patienceMs : Infinity
  }
}
