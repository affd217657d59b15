import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type ManagementServer, startManagementServer } from '../../src/telemetry/management-server.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'

const started: ManagementServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.close()
})

async function start(port = 0): Promise<ManagementServer> {
  const server = await startManagementServer(new Metrics('1.2.3'), { host: '127.0.0.1', port })
  started.push(server)
  return server
}

test('GET /metrics answers the text exposition', async () => {
  const { port } = await start()
  const answer = await fetch(`http://127.0.0.1:${port}/metrics?x=1`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(await answer.text()).toContain('fillgate_info{version="1.2.3"} 1\n')
})

test.each([
  ['GET', '/', 404, null],
  ['GET', '/metrics/', 404, null],
  ['POST', '/metrics', 405, 'GET, HEAD'],
  ['HEAD', '/metrics', 200, null],
])('%s %s answers %i', async (method, path, status, allow) => {
  const { port } = await start()
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method })
  expect([answer.status, answer.headers.get('allow'), (await answer.text()).length]).toEqual([status, allow, 0])
})

test('64 connections are taken at a time, and the next one is cut', async () => {
  const { port } = await start()
  const connected = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return socket
  }
  const [first] = await Promise.all(Array.from({ length: 64 }, connected))
  expect(await text(await connected())).toBe('')
  first!.write('GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(first!)).toContain('HTTP/1.1 200 OK\r\n')
})

test('a request has ten seconds to come, and half a minute passes in which nothing of an answer is taken', async () => {
  const { port } = await start()
  const servers: Server[] = []
  const onRequest = (message: unknown): void => void servers.push((message as { readonly server: Server }).server)
  subscribe('http.server.request.start', onRequest)
  await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  unsubscribe('http.server.request.start', onRequest)
  expect(servers.map(({ headersTimeout, requestTimeout, timeout }) => [headersTimeout, requestTimeout, timeout])).toEqual([
    [10_000, 10_000, 30_000],
  ])
})

test('a port that is taken is the error EADDRINUSE', async () => {
  const { port } = await start()
  await expect(start(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('after close nothing listens, whoever is still connected', async () => {
  const server = await startManagementServer(new Metrics('1.2.3'), { host: '127.0.0.1', port: 0 })
  await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  // one that has yet to ask for something
  const silent = connect({ host: '127.0.0.1', port: server.port })
  await once(silent, 'connect')
  await server.close()
  expect(await text(silent)).toBe('')
  await expect(fetch(`http://127.0.0.1:${server.port}/metrics`)).rejects.toThrow('fetch failed')
})
