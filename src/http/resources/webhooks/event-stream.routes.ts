import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { EventFeed, Following } from '../../../delivery/events/event-feed.ts'
import type { EngineView } from '../../../domain/view.ts'
import { partnerOf } from '../../access/authentication.ts'
import { LAST_EVENT_ID_HEADER } from '../../requests/documented-request.ts'
import { lastEventId } from '../../event-stream/last-event-id.ts'
import type { OpenStreams } from '../../event-stream/open-streams.ts'
import { eventStreamAnswer, eventStreamQuery } from './event-stream.schema.ts'
import { beginning, type StreamSource, wantedAccount, wantedEvents } from './stream-request.ts'

export interface EventStreamParts {
  readonly view: EngineView
  readonly streams: OpenStreams
  readonly partnerEvents: StreamSource & { readonly feed: EventFeed }
}

/** Of one who catches up: more than what is read from the disk in a slice, which else would end in the middle, with a rest behind it. */
const MOST_UNREAD_BYTES = 64 * 1024

/** A partner's events as they happen, and as they happened: docs/api-contract.md section 12. */
export const eventStreamRoutes: FastifyPluginCallbackTypebox<EventStreamParts> = (app, { view, streams, partnerEvents }, done) => {
  app.get(
    '/v1/webhooks/stream',
    {
      config: { scope: 'webhooks:read', isStream: true, readsHeaders: LAST_EVENT_ID_HEADER },
      exposeHeadRoute: false,
      schema: {
        tags: ['Webhooks'],
        operationId: 'streamEvents',
        summary: 'Events as server-sent events',
        description:
          'All events of the partner, whether or not a webhook asks for them. Begins behind Last-Event-ID, `since_id` or `since`, else with ' +
          'what happens next; then goes on without a gap and without telling anything twice. Who leaves 1 MiB unread, or takes nothing for ' +
          '30 seconds, is sent `event: overflow` and cut, and goes on by id. A reset of the sandbox ends the stream with `event: reset`. ' +
          'The stream ends within a second when its key is revoked or past its end, and when the gateway ends: whatever ends it, connect again ' +
          'with the last id as Last-Event-ID (an EventSource does; many generated clients take an end for the end). 400 VALIDATION_ERROR, INVALID_EVENT. 404 ACCOUNT_NOT_FOUND. 410 EVENT_ID_EXPIRED: older than what is kept. ' +
          '429 RATE_LIMIT_EXCEEDED: too many open streams.',
        querystring: eventStreamQuery,
        response: { 200: eventStreamAnswer },
      },
    },
    async (request, reply) => {
      const { partner } = partnerOf(request)
      const { query, headers } = request
      const names = wantedEvents(query.events)
      const account = wantedAccount(view, partner, query.account_id)
      const where = { ...query, lastEventId: lastEventId(headers['last-event-id']) }
      const until = query.until_id === undefined ? Infinity : Number(query.until_id)
      const stream = await streams.openAt(request, reply, () => beginning(partnerEvents, partner.index, where))
      const after = stream.lastId
      if (after >= until) {
        stream.end()
        return
      }
      const following: Following = partnerEvents.feed.follow(partner.index, after, (event, isLive) => {
        const { sequence, type } = event
        const isWanted = (names === undefined || names.has(type)) && (account === undefined || account === event.account)
        if (isWanted) stream.send({ id: sequence, event: type, data: event.json })
        else stream.passed(sequence)
        if (sequence >= until) stream.end()
        // who has caught up and reads too slowly is cut; who catches up is waited for
        if (isLive || stream.unreadBytes < MOST_UNREAD_BYTES) return true
        stream.whenRoom(() => following.resume())
        return false
      })
      stream.whenEnded(() => following.end())
    },
  )

  done()
}
