/** The last change of a store's rows: once it is durable, all of them before it are. */
export class LastWrite {
  #pending: Promise<void> | undefined

  /** While it is not durable; rejects where the journal fails. */
  get pending(): Promise<void> | undefined {
    return this.#pending
  }

  note(written: Promise<void>): Promise<void> {
    this.#pending = written
    const settle = (): void => {
      if (this.#pending === written) this.#pending = undefined
    }
    written.then(settle, settle)
    return written
  }
}
