import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import type { PagePlace } from '../../domain/edges/page-place.ts'
import { ApiError } from '../answers/errors.ts'

/** Default and largest `limit` of the lists: docs/api-contract.md section 1. */
export const PAGE_SIZES = {
  accounts: { default: 25, max: 100 },
  keys: { default: 25, max: 100 },
  orders: { default: 50, max: 500 },
  executions: { default: 50, max: 500 },
  activities: { default: 50, max: 500 },
  fundingActivity: { default: 50, max: 500 },
  positions: { default: 50, max: 500 },
  documents: { default: 25, max: 100 },
  deliveries: { default: 25, max: 100 },
  achRelationships: { default: 50, max: 500 },
  admin: { default: 50, max: 500 },
} as const

export interface Page<Item> {
  readonly data: Item[]
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean }
}

export const nextCursor = Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null exactly when has_more is false' })

/** The shape of every list that the specification leaves open. */
export function pageOf(item: TSchema) {
  return Type.Object({
    data: Type.Array(item),
    pagination: Type.Object({
      next_cursor: nextCursor,
      has_more: Type.Boolean(),
    }),
  })
}

/**
 * Reads a list page by page. `filters` is all that the list depends on but the page: a cursor that was made for others is refused.
 * `read` gives up to `count` rows behind `after`; one more than the limit is asked for, to know whether there are more.
 */
export async function readPage<Row, Item, Id extends number | string = number>(
  list: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly limit: number
    readonly cursor: string | undefined
    readonly filters: unknown
  },
  read: (after: PagePlace<Id> | undefined, count: number) => readonly Row[] | Promise<readonly Row[]>,
  placeOf: (row: Row) => PagePlace<Id>,
  itemOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const digest = digestOf(list.request.routeOptions.url, list.filters)
  const after = list.cursor === undefined ? undefined : decodeCursor<Id>(list.cursor, digest)
  const rows = await read(after, list.limit + 1)
  const data = rows.slice(0, list.limit).map(itemOf)
  if (rows.length <= list.limit) return { data, pagination: { next_cursor: null, has_more: false } }
  const next = encodeCursor(placeOf(rows[list.limit - 1]!), digest)
  list.reply.header('link', `<${nextUrl(list.request.url, next)}>; rel="next"`)
  return { data, pagination: { next_cursor: next, has_more: true } }
}

/** Opaque to clients: base64url of sort key, id and the digest of the filters. */
export function encodeCursor(place: PagePlace<number | string>, digest: string): string {
  return Buffer.from(JSON.stringify([place.key, place.id, digest])).toString('base64url')
}

/** Throws INVALID_CURSOR for one that was made for other filters. That it can be read the schema has seen to. */
export function decodeCursor<Id extends number | string = number>(cursor: string, digest: string): PagePlace<Id> {
  const parsed = parseCursor(cursor)
  if (parsed?.madeFor !== digest)
    throw new ApiError('INVALID_CURSOR', 'The cursor was made for another list or other filters.', { field: 'cursor' })
  // the digest names the route, and with it the kind of id
  return parsed.place as PagePlace<Id>
}

/** Undefined when it is unreadable. */
export function parseCursor(cursor: string): { readonly place: PagePlace<number | string>; readonly madeFor: unknown } | undefined {
  try {
    const [key, id, madeFor] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as readonly unknown[]
    if (typeof key !== 'number' || (typeof id !== 'number' && typeof id !== 'string')) return undefined
    return { place: { key, id }, madeFor }
  } catch {
    // whatever is unreadable about it, the answer is the same
    return undefined
  }
}

export function digestOf(route: string | undefined, filters: unknown): string {
  return hash('sha256', JSON.stringify([route, filters]), 'base64url').slice(0, 16)
}

/** The URL of this request with another cursor, which an offset does not go with: RFC 8288 allows a relative one. */
export function nextUrl(url: string, cursor: string): string {
  const question = url.indexOf('?')
  const query = new URLSearchParams(question < 0 ? '' : url.slice(question + 1))
  query.set('cursor', cursor)
  query.delete('offset')
  return `${question < 0 ? url : url.slice(0, question)}?${query.toString()}`
}
