import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { clientTypes } from './types.ts'

// npm run client: the types of client/ from the document that a gateway of this source serves.

const directory = mkdtempSync(join(tmpdir(), 'fillgate-client-'))
const config = loadConfig({ DATA_DIR: directory, HTTP_PORT: '0', FIX_PORT: '0', MANAGEMENT_PORT: '0' })
const app = await createApp(config, {
  version: '',
  logger: createLogger({ level: 'silent', terminal: false }),
  onFatal: (error) => {
    throw error
  },
})
const answer = await fetch(`http://127.0.0.1:${app.addresses.http}/v1/openapi.json`)
writeFileSync(new URL('../../client/api.ts', import.meta.url), await clientTypes((await answer.json()) as object))
await app.close()
rmSync(directory, { recursive: true, force: true })
