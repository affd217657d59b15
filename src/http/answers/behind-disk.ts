import type { onSendAsyncHookHandler } from 'fastify'
import { type Commands, whenDurable } from '../gateway.ts'

/** Rows of the journal's file that are changed in memory first. */
export interface ChangedRows {
  /** The last change of them, while it is not durable. */
  readonly pending: Promise<void> | undefined
}

/** Every answer that speaks of rows, a refusal too, goes out once they are durable: nobody learns of what a crash could still take back. */
export const behindRows = (rows: ChangedRows): onSendAsyncHookHandler => behind(() => rows.pending)

/** … and every one that speaks of what commands do once all that had run is durable: what a reset leaves behind is not gone before. */
export const behindCommits = (sequencer: Commands): onSendAsyncHookHandler => behind(() => whenDurable(sequencer, undefined))

function behind(durable: () => Promise<void> | undefined): onSendAsyncHookHandler {
  return async ({ caller }) => {
    // who shows no right key learns of nothing, and keeps no connection while the disk hangs
    if (caller !== null) await durable()
  }
}
