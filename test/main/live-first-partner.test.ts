import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { banner } from '../../src/banner.ts'
import { loadConfig } from '../../src/config.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'
import { ROOT, temporaryDirectory } from '../system/gateway-process.ts'

test(
  'a first partner that is configured as live has no credentials file, gets its key by command, and no sandbox',
  { timeout: 60_000 },
  async () => {
    const root = temporaryDirectory()
    const file = join(root, 'config.json')
    writeFileSync(file, JSON.stringify({ fix: { sessions: [] }, first_start: { environment: 'live', partner: 'Acme', fixture: 'none' } }))
    const dataDirectory = join(root, 'data')
    const environment = { CONFIG: file, DATA_DIR: dataDirectory, HTTP_PORT: '0', FIX_PORT: '0', MANAGEMENT_PORT: '0' }
    const start = () =>
      createApp(loadConfig(environment), {
        version: '0.0.0-test',
        logger: createLogger({ level: 'silent', terminal: false }),
        onFatal: (error) => {
          throw error
        },
      })
    const first = await start()
    expect([first.credentialsFile, existsSync(join(dataDirectory, 'sandbox-credentials.json'))]).toEqual([undefined, false])
    expect(banner(first)).toContain('npm run credentials -- operator')
    await first.close()

    const printed = execFileSync(process.execPath, ['run.js', 'src/credentials.ts', 'partner'], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const key = JSON.parse(printed) as { readonly api_key: string; readonly api_secret: string }
    expect(key.api_key).toMatch(/^bpk_live_/)

    const second = await start()
    onTestFinished(() => second.close())
    expect(banner(second)).not.toContain('npm run credentials')
    const client = (await RestClient.of(connectTo(`http://127.0.0.1:${second.addresses.http}`))).as(key)
    const refusals = await Promise.all(
      ['reset', 'quotes', 'clock', 'halts', 'volatility', 'corporate-actions'].map(async (path) => {
        const { status, body } = await client.post(`/v1/dev/sandbox/${path}`, {})
        return [status, body.error.code]
      }),
    )
    expect(refusals).toEqual(refusals.map(() => [403, 'SANDBOX_ONLY']))
    expect((await client.get('/v1/accounts')).body).toEqual({ data: [], pagination: { next_cursor: null, has_more: false } })
  },
)
