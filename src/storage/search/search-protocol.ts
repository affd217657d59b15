import type { PagePlace } from '../../domain/edges/page-place.ts'
import type { AccountListQuery } from '../projections/queries/account-queries.ts'
import type { ActivityQuery } from '../projections/queries/activity-queries.ts'
import type { BlotterPage, BlotterSearch } from '../projections/queries/blotter-queries.ts'
import type { OrderListQuery } from '../projections/queries/order-queries.ts'
import type { ActivityEvent } from '../projections/tables/activity-kinds.ts'
import type { PlacedEvent } from '../projections/tables/event-run.ts'
import type { OrderRecord } from '../projections/tables/order-row.ts'
import type { DocumentFilter, StoredDocument } from '../rows/document-store.ts'

/** What passes between the calling thread and the one that searches. */

export interface SearchWorkerData {
  /** the data directory */
  readonly directory: string
}

/** What is looked for, and what is found: documents in journal.db, everything else in read.db. */
interface Searches {
  readonly accounts: {
    readonly asked: { readonly query: AccountListQuery; readonly after: PagePlace | undefined; readonly count: number }
    readonly found: readonly number[]
  }
  readonly activities: {
    readonly asked: { readonly query: ActivityQuery; readonly before: number; readonly count: number }
    readonly found: readonly PlacedEvent<ActivityEvent>[]
  }
  readonly blotter: { readonly asked: { readonly search: BlotterSearch }; readonly found: BlotterPage }
  readonly documents: {
    readonly asked: { readonly filter: DocumentFilter; readonly after: PagePlace<string> | undefined; readonly count: number }
    readonly found: readonly StoredDocument[]
  }
  readonly orders: {
    readonly asked: { readonly query: OrderListQuery; readonly after: PagePlace | undefined; readonly count: number }
    readonly found: readonly OrderRecord[]
  }
}

type SearchKind = keyof Searches
export type Search<Kind extends SearchKind = SearchKind> = { [K in Kind]: { readonly kind: K } & Searches[K]['asked'] }[Kind]
export type Found<Kind extends SearchKind = SearchKind> = Searches[Kind]['found']

/** `null`: it is to end. */
export type SearchRequest = { readonly id: number; readonly search: Search } | null

export type SearchReply = { readonly id: number } & ({ readonly found: Found } | { readonly complaint: string })
