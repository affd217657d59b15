import type { AccountListQuery, AccountPlace } from '../projections/queries/account-queries.ts'
import type { ActivityQuery } from '../projections/queries/activity-queries.ts'
import type { BlotterPage, BlotterSearch } from '../projections/queries/blotter-queries.ts'
import type { OrderListQuery, OrderPlace } from '../projections/queries/order-queries.ts'
import type { ActivityEvent } from '../projections/tables/activity-kinds.ts'
import type { PlacedEvent } from '../projections/tables/event-run.ts'
import type { OrderRecord } from '../projections/tables/order-row.ts'
import type { DocumentFilter, DocumentPlace, StoredDocument } from '../rows/document-store.ts'
import type { Search, SearchReply, SearchRequest, SearchWorkerData } from './search-protocol.ts'
import { Thread } from '../worker-thread.ts'

interface Waiter {
  readonly resolve: (found: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Searches of read.db, and of the documents in journal.db, that may pass over much before they have found what they look for: on a thread of their own, so that orders do not wait for
 * them, however long the past is. It is started by the first search. What is asked for has to be projected.
 */
export class SearchThread {
  private readonly parts: { readonly directory: string; readonly onFailure: (error: Error) => void }
  private readonly waiters = new Map<number, Waiter>()
  private thread: Thread | undefined
  private lastId = 0

  /** `directory`: of the data; `onFailure`: the process has to end. */
  constructor(parts: { readonly directory: string; readonly onFailure: (error: Error) => void }) {
    this.parts = parts
  }

  /** As `AccountQueries.accounts`. */
  accounts(query: AccountListQuery, after: AccountPlace | undefined, count: number): Promise<readonly number[]> {
    return this.find({ kind: 'accounts', query, after, count }) as Promise<readonly number[]>
  }

  /** As `ActivityQueries.activities`. */
  activities(query: ActivityQuery, before: number, count: number): Promise<readonly PlacedEvent<ActivityEvent>[]> {
    return this.find({ kind: 'activities', query, before, count }) as Promise<readonly PlacedEvent<ActivityEvent>[]>
  }

  /** As `BlotterQueries.search`. */
  blotter(search: BlotterSearch): Promise<BlotterPage> {
    return this.find({ kind: 'blotter', search }) as Promise<BlotterPage>
  }

  /** As `listDocuments`. */
  documents(filter: DocumentFilter, after: DocumentPlace | undefined, count: number): Promise<readonly StoredDocument[]> {
    return this.find({ kind: 'documents', filter, after, count }) as Promise<readonly StoredDocument[]>
  }

  /** As `OrderQueries.orders`. */
  orders(query: OrderListQuery, after: OrderPlace | undefined, count: number): Promise<readonly OrderRecord[]> {
    return this.find({ kind: 'orders', query, after, count }) as Promise<readonly OrderRecord[]>
  }

  /** Ends the thread behind the searches that were asked for. */
  async close(): Promise<void> {
    this.thread?.post(null satisfies SearchRequest)
    await this.thread?.join()
  }

  private find(search: Search): Promise<unknown> {
    this.thread ??= this.start()
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiters.set(id, { resolve, reject })
      this.thread!.post({ id, search } satisfies SearchRequest)
    })
  }

  private start(): Thread {
    const { directory, onFailure } = this.parts
    const data: SearchWorkerData = { directory }
    return new Thread({
      name: 'search',
      program: new URL('./search-worker.ts', import.meta.url),
      data,
      onMessage: (message) => this.receive(message as SearchReply),
      onFailure,
    })
  }

  private receive(reply: SearchReply): void {
    const waiter = this.waiters.get(reply.id)!
    this.waiters.delete(reply.id)
    if ('found' in reply) waiter.resolve(reply.found)
    else waiter.reject(new Error(reply.complaint))
  }
}
