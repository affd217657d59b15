import { Type } from 'typebox'
import { text } from '../../schema/request-values.ts'
import { CHANNELS, MOST_SYMBOLS } from './stream-request.ts'
import { STREAM_LEVELS } from './stream-events.ts'

export const streamQuery = Type.Object({
  symbols: Type.Optional(
    text({ description: `comma list of at most ${MOST_SYMBOLS}; left out: every listed symbol, where there are no more than that` }),
  ),
  channels: Type.Optional(text({ description: `comma list of ${CHANNELS.join(', ')}; left out: all` })),
})

const EXAMPLE = `retry: 3000

id: 1
event: quote
data: {"sequence":1,"symbol":"AAPL","last":200,"bid":199.95,"ask":200.05,"bid_size":1000,"ask_size":800,"previous_close":198.5,"halted":false,"timestamp":"2026-11-20T15:04:05.123Z"}

id: 2
event: depth
data: {"sequence":2,"symbol":"AAPL","bids":[{"price":199.95,"size":1000,"orders":1}],"asks":[{"price":200.05,"size":800,"orders":2}],"timestamp":"2026-11-20T15:04:05.123Z"}

id: 3
event: trade
data: {"sequence":3,"symbol":"AAPL","type":"trade","trade_id":"42","price":200.05,"size":10,"missed":0,"timestamp":"2026-11-20T15:04:06.010Z"}

id: 4
event: imbalance
data: {"sequence":4,"symbol":"AAPL","auction":"closing","indicative_price":200.05,"paired_size":120,"imbalance_size":30,"imbalance_side":"buy","timestamp":"2026-11-20T20:48:00.000Z"}

: keep-alive

event: heartbeat
data: {"timestamp":"2026-11-20T20:48:05.123Z","last_sequence":4}

`

export const streamAnswer = {
  description:
    'Server-sent events. `id` and `sequence` count the events of this stream from 1 without a gap. Values are JSON numbers, sizes in shares, ' +
    'null for a side that is not quoted. ' +
    'quote: the best of both sides, clients included. ' +
    'trade: type is trade, trade_correct or trade_cancel; missed says how many trades before it were left out. ' +
    `depth: up to ${STREAM_LEVELS} price levels of each side, best first. ` +
    'imbalance: where the next opening or closing auction would clear, as long as orders wait for it; nulls and zeros when that ends. ' +
    'Comments every 15 seconds, heartbeat events every 30.',
  content: {
    'text/event-stream': { schema: Type.String(), examples: { events: { summary: 'The first seconds of a stream', value: EXAMPLE } } },
  },
}
