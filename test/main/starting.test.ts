import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { createLogger } from '../../src/telemetry/logger.ts'

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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

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
