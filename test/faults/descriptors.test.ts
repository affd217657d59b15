import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { besieged, httpPort, openMany, SteadyDesk } from './besieged-gateway.ts'

/** what it may open besides what it has open when it has nothing to do */
const FREE = 50

test(
  'file descriptors run out: who is in trades on, newcomers are cut at once, and it ends with the shortage',
  { timeout: 90_000 },
  async () => {
    const gateway = await besieged({})
    const desk = await SteadyDesk.open(gateway)
    await desk.trades()
    const kept = new Agent({ keepAlive: true, maxSockets: 1 })
    const { base_url, api_key, api_secret } = gateway.credentials
    const ask = (): Promise<number> => statusOf(`${base_url}/readyz`, kept)
    const search = (): Promise<number> => statusOf(`${base_url}/v1/accounts?query=bench`, kept, `${api_key}:${api_secret}`)
    expect(await ask()).toBe(200)

    const limit = descriptorsOf(gateway.pid) + FREE
    execFileSync('prlimit', ['--pid', String(gateway.pid), `--nofile=${limit}:${limit}`])
    const idle = await openMany(3 * FREE, httpPort(gateway))
    // what it had open when it was counted may have been closed since, and is free for others; whoever asks nothing for half a minute is cut
    const fill = async (): Promise<void> => {
      while (descriptorsOf(gateway.pid) < limit) idle.push(...(await openMany(FREE, httpPort(gateway))))
    }
    await fill()
    expect(idle.filter(({ isGone }) => !isGone).length).toBeGreaterThan(0)
    // nobody is left to wait for a descriptor: the listening socket would wake the process for ever
    for (const door of [httpPort(gateway), gateway.credentials.fix.port]) for (const late of await openMany(20, door)) await late.gone
    await desk.trades()
    expect(await ask()).toBe(200)
    await fill()
    // the first search wants a thread, which wants descriptors
    expect(await search()).toBe(500)
    await desk.trades()

    await Promise.all(idle.map((connection) => connection.drop()))
    // cut until the gateway has noticed that the others are gone
    let late: SteadyDesk | undefined
    while (late === undefined) late = await SteadyDesk.open(gateway, 'CLIENT2').catch(() => undefined)
    await late.trades()
    await desk.trades()
    expect(await search()).toBe(200)
    kept.destroy()
    expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)

const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Over the one connection of the agent. */
function statusOf(url: string, agent: Agent, auth?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, auth }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode!))).on('error', reject)
  })
}
