/** Which client certificate a FIX session is bound to: `cn:` and the subject's common name, or `sha256:` and the fingerprint, with colons or without. */
export const CLIENT_CERTIFICATE = '^(cn:[\\x20-\\x7e]{1,64}|sha256:[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31})$'

/** What a connection has shown, and TLS has verified. */
export interface ClientCertificate {
  /** CN of its subject; '' where there is none, or more than one */
  readonly commonName: string
  /** SHA-256 of the whole certificate in hexadecimal, with colons or without */
  readonly fingerprint: string
}

/**
 * Whether a connection may log on as a session: one that is bound needs its certificate; one that is not is taken without a certificate,
 * or with one whose common name is the session's SenderCompID (rules of engagement, section 1).
 */
export function fitsSession(
  session: { readonly senderCompId: string; readonly clientCertificate: string | null },
  shown: ClientCertificate | undefined,
): boolean {
  const { clientCertificate: bound, senderCompId } = session
  if (shown === undefined) return bound === null
  if (bound === null) return shown.commonName === senderCompId
  if (bound.startsWith('cn:')) return shown.commonName === bound.slice('cn:'.length)
  return hexadecimal(shown.fingerprint) === hexadecimal(bound.slice('sha256:'.length))
}

const hexadecimal = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()
