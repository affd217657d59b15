import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PARTNER_SCOPES } from '../../src/domain/partners/scopes.ts'
import { type KeyPair, openRestServer, type RestServer } from '../support/rest-server.ts'

const LARGE = Buffer.alloc(16 * 1024 * 1024, '"')

const agent = new Agent({ keepAlive: true })
let server: RestServer
let key: KeyPair
beforeAll(async () => {
  server = await openRestServer()
  key = await server.issue(0, PARTNER_SCOPES)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => {
  // what it keeps for another request would hold up the end of the server for five seconds
  agent.destroy()
  return server.close()
})

/** The status and the code that a client hears which reads nothing before it has sent everything. */
function sendAll(headers: Record<string, string | number>): Promise<unknown> {
  const { port } = server.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      agent,
      method: 'POST',
      path: '/v1/keys',
      headers: { ...headers, 'x-api-key': key.api_key, 'x-api-secret': key.api_secret, 'content-type': 'application/json' },
    })
    sent.on('error', reject)
    sent.on('socket', (socket) => void socket.pause())
    sent.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (text += piece))
      answer.on('end', () => resolve([answer.statusCode, JSON.parse(text).error.code]))
    })
    sent.end(LARGE, () => sent.socket?.resume())
  })
}

test.each([
  ['says how long it is', { 'content-length': LARGE.length }],
  ['comes in chunks', { 'transfer-encoding': 'chunked' }],
])('a body that is too large is answered, not cut off, where it %s', async (_which, headers) => {
  expect(await sendAll(headers)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})
