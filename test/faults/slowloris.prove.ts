import { expect, test } from 'vitest'
import { besieged, GARBAGE, httpPort, openMany, SteadyDesk, watchMemory } from './besieged-gateway.ts'

const SLOW = 2_000
/** the patience with a request, and how seldom Node looks whether it is over */
const LONGEST_MS = 30_000 + 5_000

test(
  `slowloris on the HTTP port: ${SLOW} requests that come byte by byte end after 35 seconds, and hold up nobody`,
  { timeout: 180_000 },
  async () => {
    const gateway = await besieged({})
    const desk = await SteadyDesk.open(gateway)
    await desk.trades()
    const grown = watchMemory(gateway.pid)
    const heads = [
      'GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
      'POST /v1/webhooks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n',
    ]
    const slow = await openMany(SLOW, httpPort(gateway))
    const begun = performance.now()
    slow.forEach(({ socket }, index) => socket.write(heads[index % 2]!))
    const dribble = setInterval(() => {
      for (const { socket } of slow) if (!socket.destroyed) socket.write(' ')
    }, 1_000)
    await desk.trades()
    expect((await fetch(`${gateway.credentials.base_url}/readyz`)).status).toBe(200)
    await Promise.all(slow.map((connection) => connection.gone))
    clearInterval(dribble)
    console.log(`all were cut within ${Math.round((performance.now() - begun) / 1_000)} s of ${LONGEST_MS / 1_000}`)
    await desk.trades()
    expect(grown()).toBeLessThan(SLOW * 32 * 1024 + GARBAGE)
    expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)
