import type { onSendAsyncHookHandler } from 'fastify'
import { type Commands, whenDurable } from '../gateway.ts'

/** Every answer, a refusal too, goes out once all that had run is durable: what a reset leaves behind is not gone while a crash could still take that back. */
export function behindCommits(sequencer: Commands): onSendAsyncHookHandler {
  return async ({ caller }) => {
    // who shows no right key learns of nothing, and keeps no connection while the disk hangs
    if (caller !== null) await whenDurable(sequencer, undefined)
  }
}
