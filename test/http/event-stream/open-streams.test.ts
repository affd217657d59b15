import type { FastifyReply, FastifyRequest } from 'fastify'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { OpenStreams } from '../../../src/http/event-stream/open-streams.ts'
import { until } from '../../support/until.ts'

test('very many streams have their signs of life in pieces, each of them its own', async () => {
  const seen = new Map<string, number>()
  let [seenInTurn, mostInTurn] = [0, 0]
  const streams = new OpenStreams({
    perPartner: null,
    isKeyInUse: (credentialId) => {
      if (seenInTurn === 0) queueMicrotask(() => (seenInTurn = 0))
      mostInTurn = Math.max(mostInTurn, ++seenInTurn)
      seen.set(credentialId, (seen.get(credentialId) ?? 0) + 1)
      // as a write to a socket takes its time
      const written = performance.now() + 0.5
      while (performance.now() < written);
      return credentialId !== 'key-7'
    },
    now: Date.now,
    onSlowReader: () => undefined,
  })
  onTestFinished(() => streams.endAll())
  const opened = Array.from({ length: 60 }, (_, index) => {
    const request = { caller: { kind: 'partner', partner: { index: 0 }, credentialId: `key-${index}` } } as unknown as FastifyRequest
    const raw = new ServerResponse(new IncomingMessage(new Socket()))
    const reply = { hijack: () => undefined, raw, getHeaders: () => ({}) } as unknown as FastifyReply
    return streams.open(request, reply)
  })
  let ended = -1
  opened.forEach((stream, index) => stream.whenEnded(() => (ended = index)))
  await until(() => (seen.get('key-59') ?? 0) >= 2)
  expect([...seen.values()].filter((times) => times < 2).length).toBe(1)
  expect(seen.get('key-7')).toBe(1)
  expect(ended).toBe(7)
  // a piece is over after 5 ms
  expect(mostInTurn).toBeLessThanOrEqual(10)
})
