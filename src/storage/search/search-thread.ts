import type { PagePlace } from '../../domain/edges/page-place.ts'
import type { AccountListQuery } from '../projections/queries/account-queries.ts'
import type { ActivityQuery } from '../projections/queries/activity-queries.ts'
import type { BlotterSearch } from '../projections/queries/blotter-queries.ts'
import type { OrderListQuery } from '../projections/queries/order-queries.ts'
import type { DocumentFilter } from '../rows/document-store.ts'
import type { Found, Search, SearchReply, SearchRequest, SearchWorkerData } from './search-protocol.ts'
import { isDiskFailure } from '../directory/storage-fault.ts'
import { Thread } from '../worker-thread.ts'

interface Waiter {
  readonly resolve: (found: Found) => void
  readonly reject: (error: Error) => void
}

/**
 * Searches of read.db, and of the documents in journal.db, that may pass over much before they have found what they look for: on a thread of
 * their own, so that orders do not wait for them, however long the past is. It is started by the first search, and by the next one where it could not
 * be, or has ended: then those who wait are refused, and nobody else is concerned. What is asked for has to be projected.
 */
export class SearchThread {
  private readonly parts: { readonly directory: string; readonly onFailure: (error: Error) => void }
  private readonly waiters = new Map<number, Waiter>()
  private thread: Thread | undefined
  private lastId = 0

  /** `directory`: of the data; `onFailure`: that is damaged, or its disk fails, and the process has to end. */
  constructor(parts: { readonly directory: string; readonly onFailure: (error: Error) => void }) {
    this.parts = parts
  }

  /** As `AccountQueries.accounts`. */
  accounts(query: AccountListQuery, after: PagePlace | undefined, count: number): Promise<Found<'accounts'>> {
    return this.find({ kind: 'accounts', query, after, count })
  }

  /** As `ActivityQueries.activities`. */
  activities(query: ActivityQuery, before: number, count: number): Promise<Found<'activities'>> {
    return this.find({ kind: 'activities', query, before, count })
  }

  /** As `BlotterQueries.search`. */
  blotter(search: BlotterSearch): Promise<Found<'blotter'>> {
    return this.find({ kind: 'blotter', search })
  }

  /** As `listDocuments`. */
  documents(filter: DocumentFilter, after: PagePlace<string> | undefined, count: number): Promise<Found<'documents'>> {
    return this.find({ kind: 'documents', filter, after, count })
  }

  /** As `OrderQueries.orders`. */
  orders(query: OrderListQuery, after: PagePlace | undefined, count: number): Promise<Found<'orders'>> {
    return this.find({ kind: 'orders', query, after, count })
  }

  /** Ends the thread behind the searches that were asked for. */
  async close(): Promise<void> {
    this.thread?.post(null satisfies SearchRequest)
    await this.thread?.join()
  }

  private find<Asked extends Search>(search: Asked): Promise<Found<Asked['kind']>> {
    this.thread ??= this.start()
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      // what is found is of the kind that was asked for
      this.waiters.set(id, { resolve: resolve as (found: Found) => void, reject })
      this.thread!.post({ id, search } satisfies SearchRequest)
    })
  }

  private start(): Thread {
    const data: SearchWorkerData = { directory: this.parts.directory }
    return new Thread({
      name: 'search',
      program: new URL('./search-worker.ts', import.meta.url),
      data,
      onMessage: (message) => this.receive(message as SearchReply),
      onFailure: (error) => this.fail(error),
    })
  }

  private fail(error: Error): void {
    if (endsProcess(error)) {
      this.parts.onFailure(error)
      return
    }
    this.thread = undefined
    for (const { reject } of this.waiters.values()) reject(error)
    this.waiters.clear()
  }

  private receive(reply: SearchReply): void {
    const waiter = this.waiters.get(reply.id)!
    this.waiters.delete(reply.id)
    if ('found' in reply) waiter.resolve(reply.found)
    else waiter.reject(new Error(reply.complaint))
  }
}

/** Not where there is no file or memory left for a thread, say: that passes. One from the thread has lost its class and kept its name. */
const endsProcess = (error: Error): boolean => error.name === 'DataDirectoryError' || isDiskFailure(error)
