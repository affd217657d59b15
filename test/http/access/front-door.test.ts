import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { clientErrorAnswers } from '../../../src/http/answers/client-errors.ts'
import { FrontDoor } from '../../../src/http/access/front-door.ts'
import { API_VERSION } from '../../../src/http/availability.ts'
import { until } from '../../support/until.ts'

let door: FrontDoor
let base: string
/** codes of the error bodies that were sent */
let counted: string[]
const metrics = { countHttpError: (code: string): void => void counted.push(code), slowReadersCut: { fix: 0, rest: 0 } }
beforeEach(async () => {
  counted = []
  metrics.slowReadersCut.rest = 0
  door = new FrontDoor({ version: '1.2.3', uptimeS: () => 7, metrics, maxConnections: null })
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
    expect(counted).toEqual(['SERVICE_UNAVAILABLE'])
  })
})

test('once it is open, on a connection of before too, the server behind it answers', async () => {
  door.lead((_request, response) => response.end('"behind"'))
  expect((await ask('/v1/accounts'))[0]).toBe(503)
  door.open()
  expect(await ask('/v1/accounts')).toEqual([200, null, 'behind'])
})

test('where it can not listen it says why', async () => {
  const second = new FrontDoor({ version: '1.2.3', uptimeS: () => 7, metrics, maxConnections: null })
  const { port } = door.server.address() as AddressInfo
  await expect(second.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a request has 30 seconds to come, a connection 65 between two, and a minute in which nothing of an answer is taken', () => {
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = door.server
  expect([requestTimeout, headersTimeout, keepAliveTimeout, timeout]).toEqual([30_000, 30_000, 65_000, 60_000])
})

describe('what is no HTTP, behind a request', () => {
  /** Sends the bytes; the answers that the server behind has yet to give, and the first lines and bodies of all that comes back. */
  function send(bytes: string) {
    const answers: ServerResponse[] = []
    door.lead((request, response) => {
      request.on('error', () => undefined)
      answers.push(response)
    })
    door.server.on('clientError', clientErrorAnswers(metrics) as (error: Error) => void)
    door.open()
    let text = ''
    const ended = new Promise<string[]>((resolve, reject) => {
      const socket = connect((door.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (data) => (text += data.toString()))
      socket.on('close', () => resolve(text.match(/HTTP\/1\.1 [^\r]*|"message":"[^"]*"|answer \d/g) ?? []))
      socket.on('error', reject)
    })
    return { answers, ended }
  }

  const REFUSAL = ['HTTP/1.1 400 Bad Request', '"message":"This is no valid HTTP/1.1 request, or it came too slowly."']
  const request = 'GET /v1/accounts HTTP/1.1\r\nHost: x\r\n\r\n'

  test('is told so when that is answered: told before, it would be taken for the answer', async () => {
    const { answers, ended } = send(`${request}${request}no HTTP\r\n\r\n`)
    for (const index of [0, 1]) {
      await until(() => answers.length > index)
      answers[index]!.end(`answer ${index}`)
    }
    expect(await ended).toEqual(['HTTP/1.1 200 OK', 'answer 0', 'HTTP/1.1 200 OK', 'answer 1', ...REFUSAL])
    expect(counted).toEqual(['VALIDATION_ERROR'])
  })

  test('in the body of one is told so at once, behind the answers to those before it', async () => {
    const { answers, ended } = send(`${request}POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n`)
    await until(() => answers.length === 1)
    answers[0]!.end('answer 0')
    expect(await ended).toEqual(['HTTP/1.1 200 OK', 'answer 0', ...REFUSAL])
    expect(answers).toHaveLength(1)
  })
})

test('what came too slowly is answered, and its connection ended although the client keeps its half of it open', async () => {
  const client = connect({ port: (door.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  const socket = await new Promise<Socket>((resolve) => door.server.once('connection', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const answered = new Promise<string>((resolve) => client.once('data', (data) => resolve(data.toString())))
  clientErrorAnswers(metrics)(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }) as ConnectionError, socket)
  await closed
  expect(await answered).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  client.destroy()
})

test('64 requests that come at once are answered, each', async () => {
  let count = 0
  door.lead((_request, response) => response.end(`answer ${++count}`))
  door.open()
  const socket = connect((door.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(64))
  let text = ''
  for await (const data of socket as AsyncIterable<Buffer>) {
    text += data.toString()
    if (text.endsWith('answer 64')) break
  }
  expect(text.match(/answer \d+/g)).toEqual(Array.from({ length: 64 }, (_, index) => `answer ${index + 1}`))
})

describe('requests that a client sends without waiting for answers', () => {
  const LARGE = Buffer.alloc(16 * 1024 * 1024)
  let asked: string[]
  let connections: Socket[]
  beforeEach(() => {
    asked = []
    connections = []
    door.server.on('connection', (socket: Socket) => connections.push(socket))
    door.open()
  })

  /** Answers by path: `/large` is more than the system holds for a client that reads nothing, `/later` is left open. */
  const later: ServerResponse[] = []
  beforeEach(() => {
    later.length = 0
    door.lead((request, response) => {
      asked.push(`${request.method!} ${request.url!}`)
      if (request.url === '/large') response.end(LARGE)
      else if (request.url === '/later') later.push(response)
      else response.end()
    })
  })

  const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

  /** Sends the bytes and reads nothing until `resume`. */
  function send(bytes: string): Socket {
    const client = connect((door.server.address() as AddressInfo).port, '127.0.0.1', () => client.write(bytes))
    onTestFinished(() => void client.destroy())
    return client.pause()
  }

  async function bytesTo(client: Socket): Promise<number> {
    let bytes = 0
    client.on('data', (data) => (bytes += data.length)).resume()
    await new Promise((resolve) => client.once('close', resolve))
    return bytes
  }

  test('are answered one after the other: the next when the client has taken the answer before', async () => {
    const client = send(get('/large').repeat(3) + get('/last', 'Connection: close\r\n'))
    await until(() => connections[0]?.writableNeedDrain === true)
    expect(asked).toEqual(['GET /large'])
    expect(connections[0]!.writableLength).toBeLessThan(LARGE.length + 1_000)
    expect(await bytesTo(client)).toBeGreaterThan(3 * LARGE.length)
    expect(asked).toEqual(['GET /large', 'GET /large', 'GET /large', 'GET /last'])
  })

  test('are not carried out where the client has gone before their turn', async () => {
    const client = send(get('/later') + get('/next'))
    await until(() => later.length === 1)
    client.destroy()
    await until(() => connections[0]!.destroyed)
    later[0]!.end()
    await until(() => later[0]!.closed)
    expect(asked).toEqual(['GET /later'])
  })

  test('are not carried out behind one that ends the connection', async () => {
    const client = send(get('/first', 'Connection: close\r\n') + get('/second'))
    await bytesTo(client)
    expect(asked).toEqual(['GET /first'])
  })

  test('have their bodies, and are told to go on with them, in their turn', async () => {
    const post = 'POST /post HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\n'
    door.lead((request, response) => {
      void request.toArray().then((pieces) => response.end(`${request.method!} ${String(Buffer.concat(pieces as Buffer[]))};`))
    })
    const client = send(get('/get') + post)
    let text = ''
    client.on('data', (data) => {
      text += data.toString()
      if (data.includes('100 Continue')) client.write('hello')
    })
    client.resume()
    await new Promise((resolve) => client.once('close', resolve))
    expect(text.match(/HTTP\/1.1 [^\r]*|\w+ \w*;/g)).toEqual([
      'HTTP/1.1 200 OK',
      'GET ;',
      'HTTP/1.1 100 Continue',
      'HTTP/1.1 200 OK',
      'POST hello;',
    ])
  })

  test('are cut where the client takes nothing of an answer', async () => {
    door.server.timeout = 20
    send(get('/large').repeat(3))
    await until(() => metrics.slowReadersCut.rest === 1)
    await until(() => connections[0]!.destroyed)
    expect(asked).toEqual(['GET /large'])
  })

  test('are not cut while an answer is being made, however long that takes', async () => {
    door.server.timeout = 20
    let timeouts = 0
    door.server.on('timeout', () => timeouts++)
    const client = send(get('/later') + get('/last', 'Connection: close\r\n'))
    await until(() => timeouts === 1)
    later[0]!.end('answer')
    expect(await bytesTo(client)).toBeGreaterThan(0)
    expect([asked, metrics.slowReadersCut.rest]).toEqual([['GET /later', 'GET /last'], 0])
  })

  test('are cut where an answer that took long to make is not taken', async () => {
    door.server.timeout = 20
    let timeouts = 0
    door.server.on('timeout', () => timeouts++)
    send(get('/later'))
    await until(() => timeouts === 1)
    later[0]!.end(LARGE)
    await until(() => metrics.slowReadersCut.rest === 1)
  })

  test('leave a connection that is ended when it has been kept for nothing', async () => {
    door.server.keepAliveTimeout = 1
    const client = send(get('/first'))
    expect(await bytesTo(client)).toBeGreaterThan(0)
    expect(metrics.slowReadersCut.rest).toBe(0)
  })
})

describe('a request that Node by itself would answer without a word', () => {
  const answerTo = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect((door.server.address() as AddressInfo).port, '127.0.0.1', () => socket.end(bytes))
      let text = ''
      socket.on('data', (data) => (text += data.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })

  beforeEach(() => {
    door.lead((_request, response) => response.end('"behind"'))
    door.open()
  })

  test('for want of a Host is refused like any other', async () => {
    const [head, body] = (await answerTo('GET /v1/accounts HTTP/1.1\r\nX-Request-Id: without-host\r\n\r\n')).split('\r\n\r\n')
    expect(head!.split('\r\n').map((line) => line.replace(/^Date: .*/, 'Date'))).toEqual([
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      'x-request-id: without-host',
      `x-api-version: ${API_VERSION}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      'Date',
      'Transfer-Encoding: chunked',
    ])
    expect(body).toContain(
      '{"error":{"code":"VALIDATION_ERROR","message":"A request of HTTP/1.1 needs a Host header.","request_id":"without-host"}}',
    )
    expect(counted).toEqual(['VALIDATION_ERROR'])
  })

  test.each(['1.1', '1.0'])('is refused for two Hosts in HTTP/%s, even if they are the same', async (version) => {
    const answer = await answerTo(`GET /v1/accounts HTTP/${version}\r\nHost: a\r\nX-Other: b\r\nhOST: a\r\nX-Request-Id: two-hosts\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain(
      '{"error":{"code":"VALIDATION_ERROR","message":"A request has one Host header, not several.","request_id":"two-hosts"}}',
    )
  })

  test.each([
    ['because of what it expects', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\nConnection: close\r\n\r\n'],
    ['in HTTP/1.0, which knows no Host', 'GET / HTTP/1.0\r\n\r\n'],
  ])('%s is answered by the server behind', async (_why, bytes) => {
    expect(await answerTo(bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"behind"/)
  })
})
