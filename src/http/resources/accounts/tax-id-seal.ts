import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a tax id with AES-256-GCM under a key of 32 bytes: base64 of nonce, ciphertext and tag. */
export function sealTaxId(key: Uint8Array, taxId: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(taxId, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** The tax id again. Throws when the key is another or the text was changed. */
export function openTaxId(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** `***-**-0001`: all that is ever shown. */
export function maskTaxId(taxId: string): string {
  return `***-**-${taxId.slice(-4)}`
}
