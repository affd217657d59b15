import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectSecure } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FrontDoor } from '../../../src/http/access/front-door.ts'
import { clientErrorAnswers } from '../../../src/http/answers/client-errors.ts'
import { AUTHORITY, identity } from '../../support/tls/certificates.ts'
import { until } from '../../support/until.ts'

const STRANGER = '127.0.0.2'
const DESK = '127.0.0.3'
const OTHER = '127.0.0.4'
const LAST = '127.0.0.5'
/** more than the system holds for a client that reads nothing */
const LARGE = Buffer.alloc(16 * 1024 * 1024)

describe.each([
  ['HTTP', undefined],
  ['HTTPS', { ...identity('server'), minVersion: 'TLSv1.2' } as const],
])('four places of %s', (_name, tls) => {
  let door: FrontDoor
  /** codes of the error bodies that were sent */
  let counted: string[]
  /** answers to `/later`, which are left open */
  let later: ServerResponse[]
  let clients: Socket[]
  /** the door's ends of their connections */
  let taken: Socket[]

  beforeEach(async () => {
    counted = []
    later = []
    clients = []
    taken = []
    const metrics = { countHttpError: (code: string): void => void counted.push(code), slowReadersCut: { fix: 0, rest: 0 } }
    door = new FrontDoor({ version: '1.2.3', uptimeS: () => 7, metrics, maxConnections: 4, tls })
    door.lead((request, response) => {
      if (request.url === '/later') later.push(response)
      else response.end()
    })
    door.server.on('clientError', clientErrorAnswers(metrics) as (error: Error) => void)
    door.server.on('connection', (socket: Socket) => taken.push(socket))
    door.open()
    await door.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    const closed = door.close()
    door.cut()
    await closed
    await until(() => clients.every((client) => client.destroyed))
    expect(counted).toEqual([])
  })

  /** A client of this address that says nothing: under TLS not even what begins a handshake. The door has seen it. */
  async function arrives(localAddress: string): Promise<Socket> {
    const before = taken.length
    const client = connect({ port: (door.server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
    clients.push(client.on('error', () => undefined).resume())
    await until(() => taken.length > before)
    return client
  }

  /** A client of this address, under TLS once it has shaken hands. */
  async function greets(localAddress: string): Promise<Socket> {
    const socket = await arrives(localAddress)
    if (tls === undefined) return socket
    const secure = connectSecure({ socket, ca: AUTHORITY, servername: 'localhost', checkServerIdentity: () => undefined })
    clients.push(secure.on('error', () => undefined))
    await new Promise((resolve) => secure.once('secureConnect', resolve))
    return secure.resume()
  }

  /** Whether a request of the client has an answer; false where its connection is cut instead. */
  function isServed(client: Socket): Promise<boolean> {
    return new Promise((resolve) => {
      client.once('data', () => resolve(true)).once('close', () => resolve(false))
      if (client.destroyed) resolve(false)
      else client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    })
  }

  async function isCut(client: Socket): Promise<true> {
    await until(() => client.destroyed)
    return true
  }

  /** A request of the client that is answered when the test ends its answer, the last of `later`; others may come with it. */
  async function asksForLater(client: Socket, requests = 1): Promise<void> {
    const before = later.length
    client.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests))
    await until(() => later.length > before)
  }

  const times = async (count: number, come: () => Promise<Socket>): Promise<Socket[]> => {
    const all: Socket[] = []
    while (all.length < count) all.push(await come())
    return all
  }

  test('that one address holds in silence: its own newcomer is cut, another gets the place of the one that came first', async () => {
    const silent = await times(4, () => arrives(STRANGER))
    expect(await isCut(await arrives(STRANGER))).toBe(true)
    const desk = await greets(DESK)
    expect(await isServed(desk)).toBe(true)
    expect(await isCut(silent[0]!)).toBe(true)
    expect(silent.slice(1).map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  })

  test('that one address keeps alive: the one without a request for longest goes', async () => {
    const kept = await times(4, () => greets(STRANGER))
    for (const client of [kept[1]!, kept[0]!, kept[3]!]) expect(await isServed(client)).toBe(true)
    expect(await isServed(await greets(DESK))).toBe(true)
    expect(await isCut(kept[2]!)).toBe(true)
    expect(await isServed(await greets(OTHER))).toBe(true)
    expect(await isCut(kept[1]!)).toBe(true)
    expect(await Promise.all([kept[0]!, kept[3]!].map((client) => isServed(client)))).toEqual([true, true])
  })

  test('are kept while a request is under way, and given up once two of them are answered', async () => {
    const busy = await times(4, () => greets(STRANGER))
    for (const client of busy) await asksForLater(client, client === busy[0] ? 2 : 1)
    expect(await isCut(await arrives(DESK))).toBe(true)
    later[0]!.end()
    await until(() => later.length === 5)
    expect(await isCut(await arrives(DESK))).toBe(true)
    later[1]!.end()
    await until(() => later[1]!.writableFinished)
    expect(await isCut(await arrives(DESK))).toBe(true)
    later[2]!.end()
    await until(() => later[2]!.writableFinished)
    expect(await isServed(await greets(DESK))).toBe(true)
    expect(await isCut(busy[1]!)).toBe(true)
    expect([0, 2, 3].map((index) => busy[index]!.destroyed)).toEqual([false, false, false])
  })

  test('are given up by the address that has most with nothing under way, not by that which has most', async () => {
    const streams = await times(2, () => greets(DESK))
    for (const client of streams) await asksForLater(client)
    const silent = await times(2, () => arrives(STRANGER))
    expect(await isServed(await greets(OTHER))).toBe(true)
    expect(await isCut(silent[0]!)).toBe(true)
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([false, false])
  })

  test('are not given up to an address that would have as many', async () => {
    const held = [...(await times(2, () => arrives(STRANGER))), ...(await times(2, () => arrives(DESK)))]
    expect(await isCut(await arrives(DESK))).toBe(true)
    expect(await isCut(await arrives(STRANGER))).toBe(true)
    expect(held.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false])
  })

  test('are given up one for each newcomer, of several at once too', async () => {
    const silent = await times(4, () => arrives(STRANGER))
    const newcomers = await Promise.all([greets(DESK), greets(OTHER)])
    expect(await Promise.all(newcomers.map((client) => isServed(client)))).toEqual([true, true])
    await until(() => silent.filter(({ destroyed }) => destroyed).length === 2)
    // the two that are left are known yet
    expect(await isServed(await greets(LAST))).toBe(true)
    await until(() => silent.filter(({ destroyed }) => destroyed).length === 3)
  })

  test('are not given up to who has gone already, of whom no address is known', async () => {
    const silent = await times(4, () => arrives(STRANGER))
    const gone = new Socket()
    door.server.emit('connection', gone)
    expect([gone, ...silent].map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false])
  })

  test('that have ended in the middle of an answer are nobody to cut', async () => {
    const silent = await arrives(STRANGER)
    for (const client of await times(3, () => greets(STRANGER))) {
      await asksForLater(client)
      client.pause()
      later.at(-1)!.end(LARGE)
      client.destroy()
    }
    await until(() => taken.slice(1).every((socket) => socket.closed))
    for (const client of await times(3, () => greets(STRANGER))) await asksForLater(client)
    expect(await isCut(await arrives(DESK))).toBe(true)
    expect(silent.destroyed).toBe(false)
  })

  test('are free again once their connections have ended, with requests under way or without', async () => {
    for (let round = 0; round < 3; round++) {
      const ending = [...(await times(2, () => arrives(STRANGER))), ...(await times(2, () => greets(STRANGER)))]
      await asksForLater(ending[3]!)
      const gone = new Promise((resolve) => later.at(-1)!.once('close', resolve))
      for (const client of ending) client.destroy()
      await gone
      // nobody hears it
      later.at(-1)!.end()
      await until(() => taken.every((socket) => socket.closed))
    }
    expect(await Promise.all((await times(4, () => greets(STRANGER))).map((client) => isServed(client)))).toEqual([true, true, true, true])
  })
})

test('places of HTTP are held from the start on, before the journal is replayed', async () => {
  const metrics = { countHttpError: () => undefined, slowReadersCut: { fix: 0, rest: 0 } }
  const door = new FrontDoor({ version: '1.2.3', uptimeS: () => 7, metrics, maxConnections: 1 })
  await door.listen({ host: '127.0.0.1', port: 0 })
  const { port } = door.server.address() as AddressInfo
  const first = connect(port, '127.0.0.1')
  await new Promise((resolve) => door.server.once('connection', resolve))
  await new Promise((resolve) => connect(port, '127.0.0.1').once('close', resolve))
  expect(first.destroyed).toBe(false)
  const closed = door.close()
  door.cut()
  await closed
})

test('a client of HTTPS that has gone when its handshake ends has no place, and nothing that it sent is carried out', async () => {
  const metrics = { countHttpError: () => undefined, slowReadersCut: { fix: 0, rest: 0 } }
  const door = new FrontDoor({ version: '1.2.3', uptimeS: () => 7, metrics, maxConnections: null, tls: identity('server') })
  const asked: string[] = []
  door.lead(({ url = '' }) => void asked.push(url))
  door.open()
  await door.listen({ host: '127.0.0.1', port: 0 })
  const arrived = new Promise<Socket>((resolve) => door.server.once('connection', resolve))
  const line = connect((door.server.address() as AddressInfo).port, '127.0.0.1')
  // all that it says behind its hello is held back, and comes at once
  const held: Buffer[] = []
  let hasGreeted = false
  const wire = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _encoding, done) => {
      if (hasGreeted) held.push(bytes)
      else line.write(bytes)
      hasGreeted = true
      done()
    },
  })
  line.on('data', (bytes) => wire.push(bytes))
  const secure = connectSecure({ socket: wire, ca: AUTHORITY, servername: 'localhost', checkServerIdentity: () => undefined })
  await new Promise((resolve) => secure.once('secureConnect', resolve))
  await new Promise((resolve) => secure.write('GET /asked HTTP/1.1\r\nHost: x\r\n\r\n', resolve))
  line.write(Buffer.concat(held))
  line.resetAndDestroy()
  const socket = await arrived
  await until(() => socket.closed)
  expect(asked).toEqual([])
  await door.close()
})
