import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { FixClient } from '../../demo/fix-client.ts'
import { freePort } from '../support/free-port.ts'
import { GatewayProcess, ROOT, temporaryDirectory } from '../system/gateway-process.ts'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

describe('npm run demo', () => {
  test('without a gateway that has ever started says how to start one', async () => {
    const directory = temporaryDirectory()
    expect(await runDemo(directory)).toEqual({
      code: 1,
      stdout: '',
      stderr: `demo: ${directory}/sandbox-credentials.json can't be read: start the gateway first (npm start), or say with DATA_DIR where its data is\n`,
    })
  })

  test('that is given a word does not begin to trade', async () => {
    const directory = temporaryDirectory()
    expect(await runDemo(directory, '--help')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^usage: npm run demo\n\n/) as string,
      stderr: '',
    })
    expect(await runDemo(directory, 'AAPL')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'demo: it takes no arguments, but was given "AAPL"\n',
    })
  })

  test('says so when nothing listens', async () => {
    const directory = temporaryDirectory()
    const port = await freePort()
    const credentials = {
      base_url: `http://127.0.0.1:${port}`,
      api_key: 'k',
      api_secret: 's',
      accounts: [{ id: 'a', account_number: '410000001', status: 'ACTIVE' }],
      fix: { host: '127.0.0.1', port, target_comp_id: 'GATEWAY', sessions: [] },
    }
    writeFileSync(join(directory, 'sandbox-credentials.json'), JSON.stringify(credentials))
    expect(await runDemo(directory)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing listens where sandbox-credentials.json says: start the gateway first (npm start)\n',
    })
  })

  test('shows the life of some orders, as often as one likes', { timeout: 60_000 }, async () => {
    const { directory } = await startGateway()
    for (let time = 0; time < 2; time++) {
      const { code, stdout, stderr } = await runDemo(directory)
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
        '15. The evening: the order for the close trades, the day order expires',
        '16. Two days on: the sale has settled, and its proceeds can be used',
      ])
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
    }
  })

  test('ends when nobody reads it any more', { timeout: 60_000 }, async () => {
    const { directory } = await startGateway()
    const demo = spawn(process.execPath, ['run.js', 'demo/demo.ts'], { cwd: ROOT, env: { ...process.env, DATA_DIR: directory } })
    let stderr = ''
    demo.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
    demo.stdout.once('data', () => demo.stdout.destroy())
    const [code] = (await once(demo, 'close')) as [number | null]
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('says so when somebody else is logged on with one of its sessions', { timeout: 60_000 }, async () => {
    const { directory, credentials } = await startGateway()
    const other = await FixClient.logOn(
      { host: '127.0.0.1', port: credentials.fix.port, senderCompId: 'DESK2', targetCompId: 'GATEWAY' },
      () => undefined,
    )
    const { code, stderr } = await runDemo(directory)
    other.destroy()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'demo: the gateway refuses the Logon of DESK2: is somebody else logged on with it?\n',
    })
  })
})

const startGateway = (): Promise<GatewayProcess> => GatewayProcess.start({ directory: temporaryDirectory() })

function runDemo(directory: string, ...words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, DATA_DIR: directory } }
    execFile(process.execPath, ['run.js', 'demo/demo.ts', ...words], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

function titles(text: string): string[] {
  return [...text.matchAll(/^(\d+\. .*?) ─+$/gm)].map(([, title]) => title!)
}
