/** Runs a command when the next thing is due. One timer for everything; none for each order. */
export class Timer {
  private readonly parts: { readonly dueAt: () => number; readonly run: () => void }
  private timeout: NodeJS.Timeout | undefined
  private scheduledFor = Infinity
  private stopped = false

  /** `dueAt`: epoch ms, Infinity for nothing. */
  constructor(parts: { readonly dueAt: () => number; readonly run: () => void }) {
    this.parts = parts
  }

  /** What is due may have changed. */
  reschedule(): void {
    if (this.stopped) return
    const dueAt = this.parts.dueAt()
    if (dueAt === this.scheduledFor) return
    clearTimeout(this.timeout)
    this.scheduledFor = dueAt
    if (dueAt === Infinity) return
    this.timeout = setTimeout(() => this.fire(), Math.min(Math.max(0, dueAt - Date.now()), LONGEST_TIMEOUT_MS))
    this.timeout.unref()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timeout)
  }

  private fire(): void {
    this.scheduledFor = Infinity
    if (this.parts.dueAt() <= Date.now()) this.parts.run()
    this.reschedule()
  }
}

/** Timers of the runtime know nothing of the clock: one that was set forward, or a machine that has slept, is noticed by then. */
const LONGEST_TIMEOUT_MS = 60_000
