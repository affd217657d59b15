import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Files of this folder, made by `make.sh`: `server.pem`, `server-key.pem`, `authority.pem` … */
export const tlsFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const read = (name: string): string => readFileSync(tlsFile(name), 'latin1')

/** The authority that signed the server and the desks. */
export const AUTHORITY = read('authority.pem')

/** Of `server`, `renewed-server`, `desk1`, `desk2` (common names DESK1 and DESK2), or `stranger` (DESK1 of another authority). */
export const identity = (name: string): { readonly cert: string; readonly key: string } => ({
  cert: read(`${name}.pem`),
  key: read(`${name}-key.pem`),
})
