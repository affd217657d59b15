import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key of documents, from the key of tax ids: a document may show one. */
export function documentKey(taxIdKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', taxIdKey, Buffer.alloc(0), 'fillgate documents', 32))
}

/** The key of webhooks' secrets, from the key of tax ids. */
export function webhookKey(taxIdKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', taxIdKey, Buffer.alloc(0), 'fillgate webhooks', 32))
}

/** AES-256-GCM under a key of 32 bytes: nonce, ciphertext and tag. `name` is authenticated: content can't be put under another. */
export function sealContent(key: Uint8Array, name: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** The content again. Throws when the key or the name is another, or the bytes were changed. */
export function openContent(key: Uint8Array, name: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(name))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
