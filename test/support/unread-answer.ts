import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { PartnerScope } from '../../src/domain/partners/scopes.ts'
import type { RestServer } from './rest-server.ts'
import { until } from './until.ts'

/** Bytes of an answer that a server, which listens from here on, has at hand for a client that reads nothing. */
export async function unreadBytes(server: RestServer, path: string, scope: PartnerScope): Promise<number> {
  const { api_key, api_secret } = await server.issue(0, [scope])
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const connected = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve))
  const client = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api_key}\r\nX-API-Secret: ${api_secret}\r\n\r\n`)
  const connection = await connected
  await until(() => connection.writableNeedDrain)
  return connection.writableLength
}
