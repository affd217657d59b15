/** Something is wrong with the data directory that its owner can put right; the message is one line that says what. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
}

/** What a system call failed of, for such a line. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
