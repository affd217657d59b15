import { Agent, type IncomingMessage, request } from 'node:http'
import process from 'node:process'

// The other side of bench/streams.ts, in a process of its own: many readers of the event stream, each over a connection of its own.

/** What it is told: streams to open in addition. Any other message asks for what has come. */
export interface Open {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly count: number
}

export interface Read {
  readonly open: number
  /** events of the one that has heard the fewest, of those that have heard any; 0 where none has */
  readonly fewest: number
  readonly overflows: number
  /** from what an event says of its time to its arrival in the first of the streams that hear anything, ms */
  readonly delays: readonly number[]
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
const heard: number[] = []
let open = 0
let overflows = 0
let delays: number[] = []

process.on('message', (told: Open | 'report') => {
  if (told !== 'report') {
    for (let index = 0; index < told.count; index++) request(told.url, { headers: told.headers, agent }, read).end()
    return
  }
  const counts = heard.filter((count) => count > 0)
  process.send!({ open, fewest: counts.length === 0 ? 0 : Math.min(...counts), overflows, delays } satisfies Read)
  heard.fill(0)
  delays = []
})

function read(stream: IncomingMessage): void {
  if (stream.statusCode !== 200) throw new Error(`bench: a stream was answered with ${stream.statusCode}`)
  const number = open++
  heard[number] = 0
  stream.setEncoding('latin1').on('data', (text: string) => {
    for (let at = text.indexOf('\nevent: order'); at >= 0; at = text.indexOf('\nevent: order', at + 1)) heard[number]!++
    if (text.includes('event: overflow')) overflows++
    if (heard[number]! > 0 && heard.findIndex((count) => count > 0) === number) {
      const at = Date.parse(/"created_at":"([^"]+)"/.exec(text)?.[1] ?? '')
      if (!Number.isNaN(at)) delays.push(Date.now() - at)
    }
  })
}
