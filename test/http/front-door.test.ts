import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FrontDoor } from '../../src/http/front-door.ts'

let door: FrontDoor
let base: string
beforeEach(async () => {
  door = new FrontDoor({ version: '1.2.3', uptimeS: () => 7 })
  await door.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(door.server.address() as AddressInfo).port}`
})
afterEach(() => door.close())

const ask = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`${base}${path}`, init)
  return [answer.status, answer.headers.get('retry-after'), JSON.parse(await answer.text())] as const
}

describe('before the journal is replayed', () => {
  test.each(['/v1/health/live', '/livez'])('%s says that the process is alive', async (path) => {
    expect(await ask(path)).toEqual([200, null, { status: 'pass' }])
  })

  test.each(['/v1/health/ready', '/readyz?verbose=1'])('%s says that it is not ready', async (path) => {
    expect(await ask(path)).toEqual([503, '5', { status: 'fail' }])
  })

  test.each(['/v1/health', '/healthz'])('%s says why', async (path) => {
    const health = {
      status: 'fail',
      version: '1.2.3',
      uptime_s: 7,
      checks: { engine: 'fail' },
      reasons: { engine: 'the journal is being replayed' },
    }
    expect(await ask(path)).toEqual([503, '5', health])
  })

  test('whatever else is asked is to be asked again later, bodies included', async () => {
    const init = { method: 'POST', body: 'x'.repeat(200_000), headers: { 'x-request-id': 'my-request-1' } }
    expect(await ask('/v1/accounts', init)).toEqual([
      503,
      '5',
      { error: { code: 'SERVICE_UNAVAILABLE', message: 'The gateway is starting.', request_id: 'my-request-1' } },
    ])
  })
})

test('once it is open, on a connection of before too, the server behind it answers', async () => {
  door.lead((_request, response) => response.end('"behind"'))
  expect((await ask('/v1/accounts'))[0]).toBe(503)
  door.open()
  expect(await ask('/v1/accounts')).toEqual([200, null, 'behind'])
})

test('where it can not listen it says why', async () => {
  const second = new FrontDoor({ version: '1.2.3', uptimeS: () => 7 })
  const { port } = door.server.address() as AddressInfo
  await expect(second.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
