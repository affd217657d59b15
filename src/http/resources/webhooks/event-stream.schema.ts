import { Type } from 'typebox'
import { instantInput, text } from '../../schema/request-values.ts'

const sequence = (description: string) => text({ pattern: '^(0|[1-9][0-9]{0,14})$', expected: 'a sequence such as 1042', description })

export const eventStreamQuery = Type.Object({
  since_id: Type.Optional(sequence('begins behind this sequence; Last-Event-ID goes before it')),
  since: Type.Optional(instantInput({ description: 'begins with the first event of this moment or later' })),
  until_id: Type.Optional(sequence('ends with this sequence')),
  events: Type.Optional(text({ description: 'comma list of event names; left out: all' })),
  account_id: Type.Optional(text({ description: 'events of this account alone' })),
})

const EXAMPLE = `retry: 3000

id: 1042
event: account.status_changed
data: {"id":"evt_01JD2Q7W5M8Z3K4N5P6Q7R8S9T","event_type":"account.status_changed","created_at":"2026-11-20T15:04:06.010Z","sequence":1042,"environment":"sandbox","data":{"account_id":"0193a1b2-7c1b-4f7e-9a55-1b2a3c4d5e6f","status_from":"SUBMITTED","status_to":"APPROVAL_PENDING","kyc_status":"SUBMITTED"}}

: keep-alive

event: heartbeat
data: {"timestamp":"2026-11-20T15:04:30.000Z","last_sequence":1042}

`

export const eventStreamAnswer = {
  description:
    'Server-sent events. `id` is the sequence: of the partner, without a gap. `data` is the body that a webhook gets. Comments every 15 ' +
    'seconds, heartbeat events every 30, without an id: last_sequence says how far the stream has come, filtered events included.',
  content: {
    'text/event-stream': { schema: Type.String(), examples: { events: { summary: 'Some seconds of a stream', value: EXAMPLE } } },
  },
}
