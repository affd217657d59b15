import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

export interface ManagementServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * At a time: a collector needs one. Each connection holds a descriptor of the process, and whoever could have them all would leave none for desks,
 * partners and files.
 */
const MOST_CONNECTIONS = 64
/** Head and body of a request have to be there within ten seconds: who sends nothing makes room. */
const OPTIONS = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 5_000 }
/** nor does who reads nothing of an answer keep a place */
const LONGEST_SILENCE_MS = 30_000

/** Serves GET /metrics to whoever asks; port 0 takes any. Rejects with Node's error when it can't listen. */
export async function startManagementServer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  address: { readonly host: string; readonly port: number },
): Promise<ManagementServer> {
  const server = createServer(OPTIONS, (request, response) => {
    if (pathOf(request.url) !== '/metrics') {
      response.writeHead(404).end()
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
    } else {
      // a metric that can't be read is a bug, and ends the process like any other
      void metrics.text().then((text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text))
    }
  })
  server.maxConnections = MOST_CONNECTIONS
  server.setTimeout(LONGEST_SILENCE_MS)
  await listening(server, address)
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) }
}

function pathOf(url = '/'): string {
  return url.split('?', 1)[0]!
}

function listening(server: Server, address: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
