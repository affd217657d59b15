import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import process from 'node:process'

// The other side of bench/delivery.ts, in a process of its own: an HTTPS receiver of webhooks that says yes to everything, and a reader of the
// event stream. It says where it listens, and whenever it is asked, what has come.

export interface Heard {
  readonly deliveries: number
  /** id of the last event of the stream */
  readonly streamId: number
  readonly streamMiB: number
  readonly hasOverflowed: boolean
}

/** What it is told: the stream to read. Any other message asks for what has come. */
export interface Listen {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

let deliveries = 0
let streamBytes = 0
let streamId = 0
let hasOverflowed = false

const certificates = new URL('../test/support/receiver/', import.meta.url)
const server = createServer(
  { key: readFileSync(new URL('key.pem', certificates)), cert: readFileSync(new URL('certificate.pem', certificates)) },
  (message, response) => {
    message.resume()
    message.on('end', () => {
      deliveries++
      response.end()
    })
  },
)
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))

process.on('message', (told: Listen | 'report') => {
  if (told !== 'report') request(told.url, { headers: told.headers }, read).end()
  else process.send!({ deliveries, streamId, streamMiB: Math.round(streamBytes / 2 ** 20), hasOverflowed } satisfies Heard)
})

function read(stream: IncomingMessage): void {
  let rest = ''
  stream.setEncoding('latin1').on('data', (text: string) => {
    streamBytes += text.length
    // the newest id of what has come; the line may be cut anywhere
    rest = (rest + text).slice(-16_384)
    const at = rest.lastIndexOf('\n\nid: ')
    if (at >= 0) {
      const end = rest.indexOf('\n', at + 6)
      if (end > 0) streamId = Number(rest.slice(at + 6, end))
    }
    if (text.includes('event: overflow')) hasOverflowed = true
  })
}
