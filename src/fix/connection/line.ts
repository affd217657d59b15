import type { ClientCertificate } from '../../domain/edges/client-certificate.ts'

/** The byte stream to one client, as the gateway needs it; behind it is a socket, or a test. */
export interface Line {
  readonly remoteAddress: string
  /** what TLS has verified; undefined where none was asked for, or shown */
  readonly clientCertificate: ClientCertificate | undefined
  /** `flushed`: the system has taken the bytes, or the line is gone; they are not read any more */
  write(bytes: Buffer, flushed: () => void): void
  /** what has been written and not yet been taken by the system */
  readonly backlogBytes: number
  /** ends once everything written is out */
  end(): void
  /** ends now */
  destroy(): void
  /** stops reading until `resume` has been called as often */
  pause(): void
  resume(): void
}
