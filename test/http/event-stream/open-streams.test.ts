import fastify from 'fastify'
import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import type { PartnerCaller } from '../../../src/http/credentials/caller.ts'
import { OpenStreams } from '../../../src/http/event-stream/open-streams.ts'
import { EventStreamClient } from '../../support/event-stream-client.ts'
import { until } from '../../support/until.ts'

/** Event streams over real sockets, each of a key of its own: the path has its name. */
async function openStreams(isKeyInUse: (credentialId: string) => boolean) {
  const streams = new OpenStreams({ perPartner: null, isKeyInUse, now: Date.now, onSlowReader: () => undefined })
  const app = fastify()
  app.decorateRequest('caller', null)
  app.get<{ Params: { key: string } }>('/:key', (request, reply) => {
    request.caller = { kind: 'partner', partner: { index: 0 }, credentialId: request.params.key } as PartnerCaller
    streams.open(request, reply)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    streams.endAll()
    await app.close()
  })
  return (key: string): Promise<EventStreamClient> => EventStreamClient.open(`${address}/${key}`, {})
}

test('very many streams have their signs of life in pieces, each of them its own; one whose key is revoked ends', async () => {
  const seen = new Map<string, number>()
  const revoked = new Set(['key-7'])
  let [seenInTurn, mostInTurn] = [0, 0]
  const open = await openStreams((key) => {
    if (seenInTurn === 0) queueMicrotask(() => (seenInTurn = 0))
    mostInTurn = Math.max(mostInTurn, ++seenInTurn)
    seen.set(key, (seen.get(key) ?? 0) + 1)
    // as a write to a socket takes its time
    const written = performance.now() + 0.5
    while (performance.now() < written);
    return !revoked.has(key)
  })
  const clients = await Promise.all(Array.from({ length: 60 }, (_, index) => open(`key-${index}`)))
  await clients[7]!.closed
  const times = (key: string): number => seen.get(key) ?? 0
  const others = clients.map((_, index) => `key-${index}`).filter((key) => key !== 'key-7')
  await until(() => others.every((key) => times(key) >= 2))
  revoked.add('key-9')
  await clients[9]!.closed
  const [before, last] = [times('key-8'), times('key-9')]
  await until(() => times('key-8') >= before + 2)
  expect([times('key-7'), times('key-9')]).toEqual([1, last])
  // a piece is over after 5 ms
  expect(mostInTurn).toBeLessThanOrEqual(10)
})

test('a stream that is opened only when all have ended, ends', async () => {
  const streams = new OpenStreams({ perPartner: null, isKeyInUse: () => true, now: Date.now, onSlowReader: () => undefined })
  const app = fastify()
  app.decorateRequest('caller', null)
  app.get('/', (request, reply) => {
    request.caller = { kind: 'partner', partner: { index: 0 }, credentialId: 'key' } as PartnerCaller
    streams.endAll()
    streams.open(request, reply)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const stream = await EventStreamClient.open(address, {})
  await stream.closed
  expect(stream.status).toBe(200)
})
