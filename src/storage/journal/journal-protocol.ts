import type { SqlValue } from './journal-file.ts'

/** What passes between the calling thread and the journal's. */

export interface JournalWorkerData {
  readonly directory: string
  /** see checkpointer-cells.ts */
  readonly checkpointer: SharedArrayBuffer
}

export type JournalRequest =
  | {
      readonly kind: 'commit'
      readonly position: number
      readonly positions: number
      readonly sealedAt: number
      /** the parts of the batch lie in it: sessions before `split`, events before `length`; it is given back with the reply */
      readonly memory: ArrayBuffer
      readonly split: number
      readonly length: number
    }
  | { readonly kind: 'run'; readonly id: number; readonly sql: string; readonly params: readonly SqlValue[] }
  | { readonly kind: 'close' }

export type JournalReply =
  | { readonly kind: 'durable'; readonly memory: ArrayBuffer; readonly writeMs: number }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'refused'; readonly id: number; readonly message: string }
