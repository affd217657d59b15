import process from 'node:process'

/** how long requests are answered with 503 once storage has failed */
const FAREWELL_MS = 250

/** The process ends with this error, after a moment in which whoever asks is told that it fails. */
export function endSoon(error: Error, onFatal: (error: Error) => void): void {
  // what fails for the same reason meanwhile has nothing to add
  const ignore = (): void => undefined
  process.on('uncaughtException', ignore)
  setTimeout(() => {
    process.off('uncaughtException', ignore)
    onFatal(error)
  }, FAREWELL_MS)
}
