/** Something is wrong with the data directory that its owner can put right; the message is one line that says what. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
}
