import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import type { CredentialStore } from '../../../storage/rows/credential-store.ts'
import { partnerOf } from '../../access/authentication.ts'
import { LAST_EVENT_ID_HEADER } from '../../requests/documented-request.ts'
import { ApiError } from '../../answers/errors.ts'
import { keyPrefix } from '../../credentials/key-shape.ts'
import { lastEventId } from '../../event-stream/last-event-id.ts'
import type { OpenStreams } from '../../event-stream/open-streams.ts'
import { formatInstant, parseInstant } from '../../requests/instants.ts'
import type { LoggedRequest, PartnerLog, RequestLog } from '../../requests/request-log.ts'
import { logStreamAnswer, logStreamQuery } from './logs.schema.ts'
import { RequestLogReader } from './request-log-reader.ts'

export interface LogsParts {
  readonly requestLog: RequestLog
  readonly streams: OpenStreams
  readonly credentials: Pick<CredentialStore, 'byIdentifier'>
}

export const LOG_STREAM = '/v1/logs/stream'

/** The log of requests as a stream: docs/api-contract.md section 12. */
export const logsRoutes: FastifyPluginCallbackTypebox<LogsParts> = (app, { requestLog, streams, credentials }, done) => {
  app.get(
    LOG_STREAM,
    {
      config: { scope: 'partner', isStream: true, readsHeaders: LAST_EVENT_ID_HEADER },
      exposeHeadRoute: false,
      schema: {
        tags: ['Diagnostics'],
        operationId: 'streamRequestLog',
        summary: 'Requests of the partner as server-sent events',
        description:
          'Live, unless since_id, since or the header Last-Event-ID says where to begin: then first what is kept from there on. Filters are ANDed. ' +
          'The request for a log stream is not in the log. Who takes nothing for 30 seconds, leaves 1 MiB unread, or falls behind what is kept, is sent ' +
          '`event: overflow` and cut. A reset of the sandbox ends the stream with `event: reset`. The stream ends within a second when its key is ' +
          'revoked or past its end. Codes: VALIDATION_ERROR (also since and since_id together); 410 EVENT_ID_EXPIRED with ' +
          'details.oldest_sequence; 429 RATE_LIMIT_EXCEEDED: too many open streams.',
        querystring: logStreamQuery,
        response: { 200: logStreamAnswer },
      },
    },
    (request, reply) => {
      const log = requestLog.of(partnerOf(request).partner.index)
      const { query } = request
      const after = beginning(log, query, request.headers['last-event-id'])
      const stream = streams.open(request, reply)
      const until = query.until_id === undefined ? {} : { until: query.until_id }
      new RequestLogReader({ stream, log, filter: query, after, ...until, view: entryView }).send()
    },
  )

  function entryView(entry: LoggedRequest) {
    const key = credentials.byIdentifier(entry.keyId)
    return {
      request_id: entry.requestId,
      timestamp: formatInstant(entry.at),
      method: entry.method,
      path: entry.path,
      route: entry.route,
      status: entry.status,
      duration_ms: Math.round(entry.durationMs * 1_000) / 1_000,
      key_id: entry.keyId,
      key_prefix: key ? keyPrefix(key.keyId) : null,
      account_id: entry.accountId,
      ip: entry.ip,
      user_agent: entry.userAgent,
      error_code: entry.errorCode,
      idempotent_replay: entry.isReplay,
    }
  }

  done()
}

/** The id behind which a reader begins: one that comes back says so in the header, beside the query that it began with. Throws a 400 or a 410. */
function beginning(log: PartnerLog, { since_id, since }: Static<typeof logStreamQuery>, header: string | string[] | undefined): number {
  if (since_id !== undefined && since !== undefined)
    throw new ApiError('VALIDATION_ERROR', 'Give since_id or since, not both.', { field: 'since' })
  const lastHeard = lastEventId(header)
  const id = lastHeard ?? since_id
  if (id === undefined && since !== undefined) {
    const at = parseInstant(since)!
    const oldest = log.find(log.oldestId)
    if (!log.isWhole && oldest !== undefined && at < oldest.at) throw expired(log)
    return log.idBefore(at)
  }
  if (id === undefined) return log.lastId
  if (id === 0 && log.isWhole) return log.oldestId - 1
  if (id < log.oldestId - 1) throw expired(log)
  // of a process whose clock was ahead
  if (id > log.lastId)
    throw new ApiError('VALIDATION_ERROR', `The last entry is ${log.lastId}: there is none ${id} to go on from.`, {
      field: lastHeard === undefined ? 'since_id' : 'Last-Event-ID',
      details: { last_sequence: log.lastId },
    })
  return id
}

function expired(log: PartnerLog): ApiError {
  return new ApiError('EVENT_ID_EXPIRED', 'What comes behind that is not kept any more.', { details: { oldest_sequence: log.oldestId } })
}
