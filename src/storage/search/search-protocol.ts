import type { AccountListQuery, AccountPlace } from '../projections/queries/account-queries.ts'
import type { ActivityQuery } from '../projections/queries/activity-queries.ts'
import type { BlotterSearch } from '../projections/queries/blotter-queries.ts'
import type { DocumentFilter, DocumentPlace } from '../rows/document-store.ts'
import type { OrderListQuery, OrderPlace } from '../projections/queries/order-queries.ts'

/** What passes between the calling thread and the one that searches. */

export interface SearchWorkerData {
  /** the data directory */
  readonly directory: string
}

/** What is looked for. */
export type Search =
  | { readonly kind: 'accounts'; readonly query: AccountListQuery; readonly after: AccountPlace | undefined; readonly count: number }
  | { readonly kind: 'activities'; readonly query: ActivityQuery; readonly before: number; readonly count: number }
  | { readonly kind: 'blotter'; readonly search: BlotterSearch }
  | DocumentSearch
  | { readonly kind: 'orders'; readonly query: OrderListQuery; readonly after: OrderPlace | undefined; readonly count: number }

/** … in journal.db, everything else in read.db. */
export interface DocumentSearch {
  readonly kind: 'documents'
  readonly filter: DocumentFilter
  readonly after: DocumentPlace | undefined
  readonly count: number
}

/** `null`: it is to end. */
export type SearchRequest = { readonly id: number; readonly search: Search } | null

/** `found`: a BlotterPage, a list of OrderRecord, of StoredDocument or of PlacedEvent, or indices of accounts. */
export type SearchReply = { readonly id: number } & ({ readonly found: unknown } | { readonly complaint: string })
