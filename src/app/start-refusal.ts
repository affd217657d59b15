import { TlsFileError } from '../config/tls.ts'
import { storageFault } from '../storage/directory/storage-fault.ts'

/** The gateway can't start; the message is one line that says why. */
export class StartError extends Error {}

/** One line that says why a gateway can't start; undefined for an error that is a bug. */
export function startRefusal(error: unknown, directory: string): string | undefined {
  if (error instanceof StartError || error instanceof TlsFileError || isOfDataDirectory(error)) return error.message
  const fault = storageFault(error, directory)
  return fault && `DATA_DIR ${directory} can't be used: ${fault}`
}

/** Ends the start where there is a reason to. */
export function refuseFor(reason: string | undefined): void {
  if (reason !== undefined) throw new StartError(reason)
}

// one from another thread has lost its class and kept its name
const isOfDataDirectory = (error: unknown): error is Error => error instanceof Error && error.name === 'DataDirectoryError'
