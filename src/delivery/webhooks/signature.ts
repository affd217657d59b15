import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** What deliveries of a webhook are signed with. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** As its owner gets it: whsec_ and base64. */
export const secretText = (secret: Buffer): string => `${PREFIX}${secret.toString('base64')}`

/**
 * webhook-signature of Standard Webhooks (standardwebhooks.com): `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, once for each
 * secret, separated by blanks.
 */
export function signatureOf(
  secrets: readonly Buffer[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  const content = `${id}.${timestamp}.${body}`
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`).join(' ')
}
