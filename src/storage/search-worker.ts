import { getPriority, setPriority } from 'node:os'
import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import { DataDirectoryError } from './data-directory-error.ts'
import { deleteDamaged } from './expendable-database.ts'
import { BlotterQueries } from './projections/queries/blotter-queries.ts'
import { OrderQueries } from './projections/queries/order-queries.ts'
import { openReadModel, readModelPath } from './projections/tables/read-model.ts'
import type { Search, SearchReply, SearchRequest, SearchWorkerData } from './search-protocol.ts'
import { isDamage, isDiskFailure } from './storage-fault.ts'

/** The program of the thread that searches read.db, one search after the other. */

/** nicer than the threads of the order path by this much, as the projector is */
const NICENESS = 5

// on Linux a thread has a priority of its own; elsewhere this would be the whole process's
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + NICENESS))

const { directory } = workerData as SearchWorkerData
const port = parentPort!
const { database, orders, blotter } = undamaged(open)

port.on('message', (request: SearchRequest) => {
  if (request !== null) {
    port.postMessage(replyTo(request))
    return
  }
  database.close()
  port.close()
})

function open() {
  const database = openReadModel(directory)
  // whoever asks has waited until what it wants can be read
  const isThere = (): Promise<void> => Promise.resolve()
  return { database, orders: new OrderQueries(database, isThere), blotter: new BlotterQueries(database, isThere) }
}

function replyTo({ id, search }: NonNullable<SearchRequest>): SearchReply {
  try {
    return { id, found: undamaged(() => find(search)) }
  } catch (error) {
    // these end the process
    if (error instanceof DataDirectoryError || isDiskFailure(error)) throw error
    return { id, complaint: error instanceof Error ? error.message : String(error) }
  }
}

/** A damaged read.db is deleted: the next start makes it anew. */
function undamaged<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw isDamage(error) ? deleteDamaged(readModelPath(directory), error) : error
  }
}

function find(search: Search): unknown {
  switch (search.kind) {
    case 'blotter':
      return blotter.search(search.search)
    case 'orders':
      return orders.orders(search.query, search.after, search.count)
    default:
      return search satisfies never
  }
}
