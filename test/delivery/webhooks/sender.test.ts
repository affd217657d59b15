import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Sender, type Message } from '../../../src/delivery/webhooks/sender.ts'
import { until } from '../../support/until.ts'
import { answer, drop, hang, RECEIVER_CERTIFICATE, WebhookReceiver } from '../../support/webhook-receiver.ts'

const SECRET = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
const NOW = 1_614_265_330_623

let receiver: WebhookReceiver
let sender: Sender

beforeEach(async () => {
  receiver = await WebhookReceiver.open()
  sender = new Sender({ version: '1.2.3', now: () => NOW, ca: readFileSync(RECEIVER_CERTIFICATE, 'utf8') })
})
afterEach(async () => {
  sender.close()
  await receiver.close()
})

const send = (more: Partial<Message> = {}) =>
  sender.send({
    url: `${receiver.url}?a=1`,
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secrets: [SECRET],
    attempt: 3,
    timeoutMs: 5_000,
    allowPrivate: true,
    ...more,
  })

const outcome = { durationMs: expect.any(Number) as number, retryAfterMs: null }

test('an attempt is a signed POST of the body, as it is', async () => {
  expect(await send()).toEqual({ ...outcome, isSuccess: true, responseStatus: 200, responseBody: '', error: null })
  const [{ path, headers, text }] = receiver.received as [(typeof receiver.received)[0]]
  expect({ path, headers, text }).toEqual({
    path: '/hook?a=1',
    headers: {
      host: `localhost:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': '20',
      'user-agent': 'Fillgate/1.2.3',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      'webhook-attempt': '3',
    },
    text: '{"test": 2432232314}',
  })
})

test('a body that is not ASCII arrives whole', async () => {
  await send({ body: '{"name":"Société Générale 株式会社"}' })
  expect(receiver.received[0]!.text).toBe('{"name":"Société Générale 株式会社"}')
})

test.each([true, false])(
  'once it is closed nothing is sent any more: neither what is under way over a kept connection, nor what waits for its name to be looked up (TLS: %s)',
  async (isSecure) => {
    const receiver = await WebhookReceiver.open({ isSecure })
    let found: ((addresses: string[]) => void) | undefined
    const lookUp = (name: string): Promise<string[]> =>
      name === 'localhost' ? Promise.resolve(['127.0.0.1']) : new Promise((resolve) => (found = resolve))
    const ending = new Sender({ version: '1.2.3', now: () => NOW, ca: readFileSync(RECEIVER_CERTIFICATE, 'utf8'), lookUp })
    const message = { id: 'msg', body: '{}', secrets: [SECRET], attempt: 1, timeoutMs: 5_000, allowPrivate: true }
    await ending.send({ ...message, url: receiver.url })
    receiver.next.push(hang)
    const underWay = ending.send({ ...message, url: receiver.url })
    await receiver.until(2)
    const waiting = ending.send({ ...message, url: receiver.url.replace('localhost', 'another.localhost') })
    await until(() => found !== undefined)
    ending.close()
    found!(['127.0.0.1'])
    const cut = { ...outcome, isSuccess: false, responseStatus: null, responseBody: null, error: 'connection' }
    expect(await Promise.all([underWay, waiting])).toEqual([cut, cut])
    expect([receiver.received.length, receiver.connections]).toEqual([2, 1])
    await receiver.until(() => receiver.openConnections === 0)
    await receiver.close()
  },
)

test('connections are kept for the next attempt, and are not listened to once more for each', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warn.mockRestore())
  for (let count = 0; count < 12; count++) await send()
  expect([receiver.received.length, receiver.connections]).toEqual([12, 1])
  expect(warn).not.toHaveBeenCalled()
})

test.each([201, 204, 299])('%d is success', async (status) => {
  receiver.usually = answer(status)
  expect(await send()).toMatchObject({ isSuccess: true, responseStatus: status, error: null })
})

test.each([
  [400, null],
  [410, null],
  [500, null],
  [300, 'redirect'],
  [301, 'redirect'],
  [307, 'redirect'],
  [304, 'redirect'],
])('%d is a failure, and nobody follows a redirect', async (status, error) => {
  receiver.usually = answer(status, '', { location: `${receiver.url}/elsewhere` })
  expect(await send()).toMatchObject({ isSuccess: false, responseStatus: status, error })
  expect(receiver.received).toHaveLength(1)
})

test.each([
  { headers: 'Upgrade: websocket\r\nConnection: Upgrade\r\n', kept: 0 },
  { headers: '', kept: 1 },
])('101 is a failure at once, with $headers: of its connections $kept are kept', async ({ headers, kept }) => {
  receiver.usually = (response) => void response.socket!.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`)
  expect(await send({ timeoutMs: 60_000 })).toEqual({ ...outcome, isSuccess: false, responseStatus: 101, responseBody: '', error: null })
  await receiver.until(() => receiver.openConnections === kept)
})

test('of the answer the first 1024 bytes are kept', async () => {
  receiver.usually = answer(500, 'x'.repeat(5_000))
  expect((await send()).responseBody).toBe('x'.repeat(1024))
  receiver.usually = answer(200, 'y'.repeat(1_000_000))
  expect(await send()).toMatchObject({ isSuccess: true, responseBody: 'y'.repeat(1024) })
})

const FLOODS = [
  ['interim answers', 'HTTP/1.1 102 Processing\r\n\r\n', null],
  ['extensions of chunks', '1;extension=' + 'x'.repeat(8_000) + '\r\na\r\n', 200],
] as const

test.each(FLOODS)('a receiver that sends %s without end is cut', async (_what, again, responseStatus) => {
  receiver.usually = ({ socket }) => {
    if (responseStatus !== null) socket!.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    flood(socket!, again)
  }
  expect(await send({ timeoutMs: 60_000 })).toMatchObject({ responseStatus, error: responseStatus === null ? 'connection' : null })
  await receiver.until(() => receiver.openConnections === 0)
})

test('a receiver that goes on behind its answer is cut', async () => {
  receiver.usually = (response) => {
    const socket = response.socket!
    response.writeHead(200).end('ok', () => flood(socket, 'x'.repeat(8_000)))
  }
  expect(await send()).toMatchObject({ isSuccess: true, responseBody: 'ok' })
  await receiver.until(() => receiver.openConnections === 0)
})

test('how much a receiver says in all its answers does not count', async () => {
  receiver.usually = answer(200, 'y'.repeat(60_000))
  for (let count = 0; count < 5; count++) expect(await send()).toMatchObject({ isSuccess: true })
  expect(receiver.connections).toBe(1)
})

/** Writes the same for as long as somebody reads. */
function flood(socket: Socket, text: string): void {
  while (socket.writable && socket.write(text));
  socket.once('drain', () => flood(socket, text))
}

test('Retry-After is read with 429 and 503 alone', async () => {
  receiver.next.push(
    answer(503, '', { 'retry-after': '7' }),
    answer(429, '', { 'retry-after': '8' }),
    answer(500, '', { 'retry-after': '9' }),
  )
  expect([(await send()).retryAfterMs, (await send()).retryAfterMs, (await send()).retryAfterMs]).toEqual([7_000, 8_000, null])
})

const nothing = { ...outcome, isSuccess: false, responseStatus: null, responseBody: null }

test('a receiver that does not answer in time is a timeout, and its connection is cut', async () => {
  receiver.usually = hang
  expect(await send({ timeoutMs: 100 })).toEqual({ ...nothing, error: 'timeout' })
  await receiver.until(() => receiver.openConnections === 0)
})

test('an attempt that is done leaves no timer behind, which would keep the process from its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await send()).toMatchObject({ isSuccess: true })
  expect(vi.getTimerCount()).toBe(0)
})

test('a receiver that answers in time and never ends its body has answered, with what came of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const status of [200, 500]) {
    receiver.usually = (response) => void response.writeHead(status).write('and so')
    const heard = headHeard()
    const sending = send({ timeoutMs: 300 })
    await heard
    // what has come with the head is read by then
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(300)
    const isSuccess = status === 200
    expect(await sending).toEqual({ ...outcome, isSuccess, responseStatus: status, responseBody: 'and so', error: null })
  }
})

/** Resolves when the client has the head of the next answer. */
function headHeard(): Promise<void> {
  const channel = 'http.client.response.finish'
  return new Promise((resolve) => {
    const hear = (): void => {
      unsubscribe(channel, hear)
      resolve()
    }
    subscribe(channel, hear)
  })
}

test('a receiver that drops the connection, or is not there, is a connection error', async () => {
  receiver.usually = drop
  expect(await send()).toEqual({ ...nothing, error: 'connection' })
  expect(receiver.received).toHaveLength(1)
  const gone = await WebhookReceiver.open()
  await gone.close()
  expect(await send({ url: 'https://localhost:1/' })).toEqual({ ...nothing, error: 'connection' })
})

test('a name of several addresses is tried at each, until one takes the connection', async () => {
  const ca = readFileSync(RECEIVER_CERTIFICATE, 'utf8')
  const several = new Sender({ version: '1.2.3', now: () => NOW, ca, lookUp: () => Promise.resolve(['::1', '127.0.0.1', '::1']) })
  expect(await several.send({ ...message(), url: receiver.url })).toMatchObject({ isSuccess: true, error: null })
  receiver.usually = drop
  expect(await several.send({ ...message(), url: receiver.url })).toEqual({ ...nothing, error: 'connection' })
  // the kept connection once, and a new one in its place: no other address is told what this one may have heard
  expect(receiver.received).toHaveLength(3)
  several.close()
})

test('a connection that the receiver has closed meanwhile costs no attempt', async () => {
  await send()
  const { port } = receiver
  await receiver.close()
  receiver = await WebhookReceiver.open({ port })
  expect(await send()).toMatchObject({ isSuccess: true })
})

test('what was answered over a kept connection with something that is no HTTP has arrived, and is not sent once more', async () => {
  await send()
  receiver.next.push((response) => void response.socket!.write('what?\r\n\r\n'))
  expect(await send()).toEqual({ ...nothing, error: 'connection' })
  expect(receiver.received).toHaveLength(2)
})

test('what goes out once more over a new connection has no more time than the attempt has left', async () => {
  await send()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => {
    vi.useRealTimers()
    clock.mockRestore()
  })
  receiver.usually = hang
  let cut = (): void => undefined
  receiver.next.push((response) => (cut = () => drop(response, receiver.received[1]!)))
  const sending = send({ timeoutMs: 5_000 })
  await receiver.until(2)
  clock.mockReturnValue(4_000)
  cut()
  await receiver.until(3)
  vi.advanceTimersByTime(1_000)
  expect(await sending).toEqual({ ...nothing, error: 'timeout' })
})

test('a certificate that nobody vouches for, or of another name, is a tls error', async () => {
  const strict = new Sender({ version: '1.2.3', now: () => NOW })
  expect(await strict.send({ ...message(), url: receiver.url })).toEqual({ ...nothing, error: 'tls' })
  strict.close()
  const ca = readFileSync(RECEIVER_CERTIFICATE, 'utf8')
  const named = new Sender({ version: '1.2.3', now: () => NOW, ca, lookUp: () => Promise.resolve(['127.0.0.1']) })
  expect(await named.send({ ...message(), url: `https://receiver.example:${receiver.port}/` })).toEqual({ ...nothing, error: 'tls' })
  named.close()
})

test('a receiver without TLS, at an address, has the same', async () => {
  const plain = await WebhookReceiver.open({ isSecure: false })
  expect(await send({ url: `http://127.0.0.1:${plain.port}/hook` })).toMatchObject({ isSuccess: true })
  expect(plain.received).toMatchObject([{ path: '/hook', headers: { host: `127.0.0.1:${plain.port}` }, text: '{"test": 2432232314}' }])
  await plain.close()
})

const message = (): Message => ({ url: '', id: 'evt_1', body: '{}', secrets: [SECRET], attempt: 1, timeoutMs: 5_000, allowPrivate: true })

test('a name that is not known is a dns error', async () => {
  expect(await send({ url: 'https://no-such-host.invalid/' })).toEqual({ ...nothing, error: 'dns' })
})

test('a target that is not out on the internet is not called where that is not allowed', async () => {
  expect(await send({ allowPrivate: false })).toEqual({ ...nothing, error: 'blocked_target' })
  expect(receiver.connections).toBe(0)
})
