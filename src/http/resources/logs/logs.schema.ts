import { Type } from 'typebox'
import { instantInput, text } from '../../schema/request-values.ts'

const idInput = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999_999_999, description }))

export const logStreamQuery = Type.Object({
  status: Type.Optional(text({ pattern: '^([1-5][0-9]{2}|[1-5]xx)$', expected: 'a status such as 404, or a class of them such as 4xx' })),
  method: Type.Optional(text({ pattern: '^[A-Za-z]{1,20}$', expected: 'an HTTP method' })),
  path: Type.Optional(text({ description: 'what the path begins with' })),
  key_id: Type.Optional(text({ description: 'id of the key or account token' })),
  account_id: Type.Optional(text({ description: 'of the path, or of the account token' })),
  min_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
  since_id: idInput('begin behind this id; 0 = with the first. Last-Event-ID goes before it'),
  since: Type.Optional(instantInput({ description: 'begin with what came at this moment or later' })),
  until_id: idInput('end with this id'),
})

const EXAMPLE = `retry: 3000

id: 179518704512301
event: request
data: {"request_id":"req_01JD2Q7W5M8Z3K4N5P6Q7R8S9T","timestamp":"2026-11-20T15:04:05.123Z","method":"POST","path":"/v1/accounts/81169e98-3f9a-5d9a-a62c-52fce2000b14/orders","route":"/v1/accounts/:accountId/orders","status":422,"duration_ms":1.9,"key_id":"0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f","key_prefix":"bpk_sbx_4fK9","account_id":"81169e98-3f9a-5d9a-a62c-52fce2000b14","ip":"203.0.113.7","user_agent":"curl/8.5.0","error_code":"INSUFFICIENT_BUYING_POWER","idempotent_replay":false}

: keep-alive

event: heartbeat
data: {"timestamp":"2026-11-20T15:04:35.123Z","last_sequence":179518704512301}

`

export const logStreamAnswer = {
  description:
    'Server-sent events, one for each answered request of the keys and account tokens of the partner. Ids increase by one and do not begin anew ' +
    'with a restart; the last 10,000 requests are kept in memory. No bodies, headers or query values. Comments every 15 seconds, heartbeat events every 30.',
  content: {
    'text/event-stream': { schema: Type.String(), examples: { events: { summary: 'A request that was refused', value: EXAMPLE } } },
  },
}
