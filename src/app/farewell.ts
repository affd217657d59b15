import process from 'node:process'

/** how long requests are answered with 503 once storage has failed */
const FAREWELL_MS = 250

/** The process ends with this error, after a moment in which whoever asks is told that it fails. */
export function endSoon(error: Error, onFatal: (error: Error) => void): void {
  // what fails for the same reason meanwhile has nothing to add
  if (!process.hasUncaughtExceptionCaptureCallback()) process.setUncaughtExceptionCaptureCallback(() => undefined)
  setTimeout(() => {
    process.setUncaughtExceptionCaptureCallback(null)
    onFatal(error)
  }, FAREWELL_MS)
}
