import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { DataDirectoryError } from '../directory/data-directory-error.ts'
import { deletingDamaged } from '../directory/expendable-database.ts'
import { AccountQueries } from '../projections/queries/account-queries.ts'
import { ActivityQueries } from '../projections/queries/activity-queries.ts'
import { BlotterQueries } from '../projections/queries/blotter-queries.ts'
import { RowReader } from '../journal/row-reader.ts'
import { OrderQueries } from '../projections/queries/order-queries.ts'
import { openReadModel, readModelPath } from '../projections/tables/read-model.ts'
import { listDocuments } from '../rows/document-store.ts'
import type { Found, Search, SearchReply, SearchRequest, SearchWorkerData } from './search-protocol.ts'
import { isDiskFailure } from '../directory/storage-fault.ts'
import { yieldToOrders } from '../priority.ts'

/** The program of the thread that searches read.db and the documents in journal.db, one search after the other. */

yieldToOrders()

const { directory } = workerData as SearchWorkerData
const port = parentPort!
const { database, accounts, activities, orders, blotter } = deletingDamaged(readModelPath(directory), open)
let journalRows: RowReader | undefined

for await (const [request] of on(port, 'message') as AsyncIterable<[SearchRequest]>) {
  if (request === null) break
  port.postMessage(replyTo(request))
}
database.close()
journalRows?.close()
port.close()

function open() {
  const database = openReadModel(directory)
  return {
    database,
    accounts: new AccountQueries(database),
    activities: new ActivityQueries(database),
    orders: new OrderQueries(database),
    blotter: new BlotterQueries(database),
  }
}

function replyTo({ id, search }: NonNullable<SearchRequest>): SearchReply {
  try {
    return {
      id,
      found: search.kind === 'documents' ? findDocuments(search) : deletingDamaged(readModelPath(directory), () => find(search)),
    }
  } catch (error) {
    // these end the process
    if (error instanceof DataDirectoryError || isDiskFailure(error)) throw error
    return { id, complaint: error instanceof Error ? error.message : String(error) }
  }
}

function find(search: Exclude<Search, Search<'documents'>>): Found {
  switch (search.kind) {
    case 'accounts':
      return accounts.accounts(search.query, search.after, search.count)
    case 'activities':
      return activities.activities(search.query, search.before, search.count)
    case 'blotter':
      return blotter.search(search.search)
    case 'orders':
      return orders.orders(search.query, search.after, search.count)
    default:
      return search satisfies never
  }
}

/** Damage that is met here is none of read.db. */
function findDocuments({ filter, after, count }: Search<'documents'>): Found<'documents'> {
  journalRows ??= new RowReader(directory)
  return listDocuments(journalRows, filter, after, count)
}
