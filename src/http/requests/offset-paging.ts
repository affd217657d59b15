import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { ApiError } from '../answers/errors.ts'
import { decodeCursor, digestOf, encodeCursor, nextCursor, nextUrl } from './paging.ts'
import { cursorInput, limitInput, optional } from '../schema/request-values.ts'

/** Lists that are read by limit and offset, and by cursor too: docs/api-contract.md sections 1 and 20. */

export interface OffsetPage<Item> {
  readonly data: Item[]
  readonly pagination: {
    readonly limit: number
    readonly offset: number
    readonly total: number
    readonly has_more: boolean
    readonly next_cursor: string | null
  }
}

/** What the client asks for. */
export interface OffsetQuery {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
}

export const offsetQuery = (pageSize: { readonly default: number; readonly max: number }) => ({
  limit: limitInput(pageSize),
  offset: optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 })),
  cursor: cursorInput,
})

export function offsetPageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    data: Type.Array(item),
    pagination: Type.Object({
      limit: Type.Integer(),
      offset: Type.Integer({ description: 'where this page begins' }),
      total: Type.Integer({ description: 'of all pages' }),
      has_more: Type.Boolean(),
      next_cursor: nextCursor,
    }),
  })
}

/**
 * A page of rows that are all at hand, newest first. A cursor stands behind the last row of the page before, wherever that row is by now.
 * `filters` is all that the list depends on but the page. Throws a 400 for a foreign cursor, and for cursor and offset together.
 */
export function readOffsetPage<Row extends { readonly createdAt: number; readonly id: string }, Item>(
  list: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly query: OffsetQuery
    readonly defaultLimit: number
    readonly filters: unknown
  },
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): OffsetPage<Item> {
  const { limit = list.defaultLimit, cursor } = list.query
  const digest = digestOf(list.request.routeOptions.url, list.filters)
  const offset = cursor === undefined ? (list.query.offset ?? 0) : placeBehind(rows, cursor, digest, list.query)
  const page = rows.slice(offset, offset + limit)
  const last = page.at(-1)
  const hasMore = offset + limit < rows.length
  const next = hasMore && last !== undefined ? encodeCursor({ key: last.createdAt, id: last.id }, digest) : null
  if (next !== null) list.reply.header('link', `<${nextUrl(list.request.url, next)}>; rel="next"`)
  return { data: page.map(itemOf), pagination: { limit, offset, total: rows.length, has_more: hasMore, next_cursor: next } }
}

function placeBehind(
  rows: readonly { readonly createdAt: number; readonly id: string }[],
  cursor: string,
  digest: string,
  { offset }: OffsetQuery,
): number {
  if (offset !== undefined) throw new ApiError('VALIDATION_ERROR', 'Give cursor or offset, not both.', { field: 'offset' })
  const { key, id } = decodeCursor<string>(cursor, digest)
  const place = rows.findIndex((row) => row.createdAt < key || (row.createdAt === key && row.id < id))
  return place < 0 ? rows.length : place
}
