/** Resolves once everything before a journal position can be read. */
export type CaughtUp = (position: number) => Promise<void>
