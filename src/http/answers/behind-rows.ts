import type { onSendAsyncHookHandler } from 'fastify'

/** Rows of the journal's file that are changed in memory first. */
export interface ChangedRows {
  /** The last change of them, while it is not durable. */
  readonly pending: Promise<void> | undefined
}

/** Every answer that speaks of rows, a refusal too, goes out once they are durable: nobody learns of what a crash could still take back. */
export function behindRows(rows: ChangedRows): onSendAsyncHookHandler {
  return async ({ caller }) => {
    // who shows no right key learns of nothing, and keeps no connection while the disk hangs
    if (caller !== null) await rows.pending
  }
}
