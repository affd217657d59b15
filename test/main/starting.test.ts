import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openStorage } from '../../src/app/stages/storage.ts'
import { loadConfig } from '../../src/config.ts'
import { firstSessions } from '../../src/genesis.ts'
import { credentialsPath, type SandboxCredentials } from '../../src/genesis/sandbox-credentials.ts'
import { openDataDirectory } from '../../src/storage/directory/data-directory.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { freePort } from '../support/free-port.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'

interface Answer {
  readonly status: number | undefined
  readonly retryAfter: string | undefined
}

function ask(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (message) => {
      message.resume()
      resolve({ status: message.statusCode, retryAfter: message.headers['retry-after'] })
    }).on('error', reject)
  })
}

/** The answer of the first connection that is taken. */
async function firstAnswer(url: string): Promise<Answer> {
  for (;;) {
    try {
      return await ask(url)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
    }
  }
}

test('a first start that was ended before its commit leaves no FIX session to the next one, which may have others', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-starting-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const dataDirectory = openDataDirectory(directory)
  const onFailure = (error: Error): void => {
    throw error
  }
  const storage = await openStorage({ directory: dataDirectory, stayAwakeUs: 0, metrics: new Metrics('test'), onFailure })
  const bench = loadConfig({ CONFIG: fileURLToPath(new URL('../../config/bench.json', import.meta.url)) })
  for (const settings of await firstSessions(bench, Date.now()))
    await storage.stores.sessionStore.add({ session: settings.index, settings, createdAt: settings.createdAt })
  storage.reader.close()
  await storage.journal.close()
  dataDirectory.close()

  const config = loadConfig({ DATA_DIR: directory, HTTP_PORT: '0', FIX_PORT: '0', MANAGEMENT_PORT: '0' })
  const logger = createLogger({ level: 'silent', terminal: false })
  const app = await createApp(config, { version: '0.0.0-test', logger, onFatal: onFailure })
  const { base_url, operator, fix } = JSON.parse(readFileSync(credentialsPath(directory), 'utf8')) as SandboxCredentials
  const { body } = await (await RestClient.of(connectTo(base_url))).as(operator).get('/v1/admin/fix/sessions')
  const sessions = (body as { data: { sender_comp_id: string; kind: string }[] }).data
  expect(sessions.map(({ sender_comp_id, kind }) => ({ sender_comp_id, kind }))).toEqual(fix.sessions)
  await app.close()
})

test('while the gateway starts its HTTP port answers: work is to come again later; then it is ready', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-starting-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const config = loadConfig({ DATA_DIR: join(directory, 'data'), HTTP_PORT: String(port), FIX_PORT: '0', MANAGEMENT_PORT: '0' })
  const starting = createApp(config, {
    version: '0.0.0-test',
    logger: createLogger({ level: 'silent', terminal: false }),
    onFatal: (error) => {
      throw error
    },
  })
  expect(await firstAnswer(`${base}/v1/accounts`)).toEqual({ status: 503, retryAfter: '5' })
  const app = await starting
  expect(await ask(`${base}/v1/health/ready`)).toEqual({ status: 200, retryAfter: undefined })
  expect(await ask(`${base}/v1/accounts`)).toEqual({ status: 401, retryAfter: undefined })
  await app.close()
  await expect(ask(`${base}/v1/health/live`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
