import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FixClient } from '../../demo/fix-client.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const main = join(root, 'src/main.ts')

describe('npm run demo', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'fillgate-demo-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  interface Ended {
    readonly code: number | null
    readonly stdout: string
    readonly stderr: string
  }

  function runDemo(...words: readonly string[]): Promise<Ended> {
    return new Promise((resolve) => {
      const demo = start('demo/demo.ts', { DATA_DIR: directory }, words)
      const ended = { stdout: '', stderr: '' }
      demo.stdout!.on('data', (text: string) => (ended.stdout += text))
      demo.stderr!.on('data', (text: string) => (ended.stderr += text))
      demo.on('close', (code) => resolve({ code, ...ended }))
    })
  }

  test('without a gateway that has ever started says how to start one', async () => {
    expect(await runDemo()).toEqual({
      code: 1,
      stdout: '',
      stderr: `demo: ${directory}/sandbox-credentials.json can't be read: start the gateway first (npm start), or say with DATA_DIR where its data is\n`,
    })
  })

  test('that is given a word does not begin to trade', async () => {
    expect(await runDemo('--help')).toEqual({ code: 0, stdout: expect.stringMatching(/^usage: npm run demo\n\n/) as string, stderr: '' })
    expect(await runDemo('AAPL')).toEqual({ code: 1, stdout: '', stderr: 'demo: it takes no arguments, but was given "AAPL"\n' })
  })

  test('says so when nothing listens', async () => {
    const port = await freePort()
    const credentials = {
      base_url: `http://127.0.0.1:${port}`,
      api_key: 'k',
      api_secret: 's',
      accounts: [{ id: 'a', account_number: '410000001', status: 'ACTIVE' }],
      fix: { host: '127.0.0.1', port, target_comp_id: 'GATEWAY', sessions: [] },
    }
    writeFileSync(join(directory, 'sandbox-credentials.json'), JSON.stringify(credentials))
    expect(await runDemo()).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing listens where sandbox-credentials.json says: start the gateway first (npm start)\n',
    })
  })

  describe.skipIf(!existsSync(main))('against a gateway', () => {
    let gateway: ChildProcess
    let fixPort: number
    beforeEach(async () => {
      const httpPort = await freePort()
      fixPort = await freePort()
      gateway = start('src/main.ts', {
        DATA_DIR: directory,
        HTTP_PORT: String(httpPort),
        FIX_PORT: String(fixPort),
        MANAGEMENT_PORT: '0',
        LOG_LEVEL: 'info',
      })
      await answers(httpPort)
    })
    afterEach(async () => {
      const ended = new Promise((resolve) => gateway.once('close', resolve))
      gateway.kill('SIGTERM')
      await ended
    })

    test('shows the life of some orders, as often as one likes', async () => {
      for (let time = 0; time < 2; time++) {
        const { code, stdout, stderr } = await runDemo()
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        expect(titles(stdout)).toEqual([
          '1. Two desks and a drop copy log on',
          '2. A market order buys what the market offers at 200.05',
          '3. A limit order finds nobody and rests',
          '4. It is replaced: another price, and a new ClOrdID in its chain',
          '5. The other desk buys a part of it: both sides hear of the fill',
          '6. An order over REST meets the same FIX order',
          '7. What is left of it is cancelled',
          '8. A second cancel comes too late',
          '9. An order that its account cannot pay is rejected',
          '10. What the first desk has now, over REST',
          '11. Everybody logs out',
          '12. Another sandbox, its clock on a Monday morning; AAPL is quoted at 200',
          '13. A bracket: bought at once, with a profit and a loss behind it; an order for the close; one that waits for a price',
          '14. The symbol is halted while its price falls, and resumed: the stop at a loss triggers, and the profit goes with it',
          '15. The evening: the order for the close trades, the day order expires, the sale settles with the next day',
        ])
        expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
      }
    })

    test('ends when nobody reads it any more', async () => {
      const demo = start('demo/demo.ts', { DATA_DIR: directory })
      let stderr = ''
      demo.stderr!.on('data', (text: string) => (stderr += text))
      demo.stdout!.once('data', () => demo.stdout!.destroy())
      const code = await new Promise((resolve) => demo.once('close', resolve))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    })

    test('says so when somebody else is logged on with one of its sessions', async () => {
      const other = await FixClient.logOn(
        { host: '127.0.0.1', port: fixPort, senderCompId: 'DESK2', targetCompId: 'GATEWAY' },
        () => undefined,
      )
      const { code, stderr } = await runDemo()
      other.destroy()
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'demo: the gateway refuses the Logon of DESK2: is somebody else logged on with it?\n',
      })
    })
  })
})

function start(program: string, environment: Readonly<Record<string, string>>, words: readonly string[] = []): ChildProcess {
  const child = spawn(process.execPath, ['run.js', program, ...words], { cwd: root, env: { ...process.env, ...environment } })
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  return child
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Resolves when the gateway says that it is ready. */
async function answers(port: number): Promise<void> {
  for (;;) {
    await listens(port)
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (status === 200) return
  }
}

/** Tries until somebody takes the connection. */
function listens(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = (): void => {
      const socket = connect(port, '127.0.0.1')
        .on('connect', () => {
          socket.destroy()
          resolve()
        })
        .on('error', () => setImmediate(attempt))
    }
    attempt()
  })
}

function titles(text: string): string[] {
  return [...text.matchAll(/^(\d+\. .*?) ─+$/gm)].map(([, title]) => title!)
}
