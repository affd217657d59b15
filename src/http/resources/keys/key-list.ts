import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import type { Credential, CredentialStore, KeyOwner } from '../../../storage/rows/credential-store.ts'
import { ApiError } from '../../answers/errors.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { keyView } from './key.schema.ts'

/** The keys in use of an owner, newest first. */
export function keysPage(
  credentials: Pick<CredentialStore, 'list'>,
  page: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly limit?: number | undefined
    readonly cursor?: string | undefined
  },
  owner: KeyOwner,
) {
  const { request, reply, limit = PAGE_SIZES.keys.default, cursor } = page
  return readPage(
    { request, reply, limit, cursor, filters: [owner.partner] },
    (after: PagePlace<string> | undefined, count) =>
      credentials
        .list(owner)
        .filter((key) => after === undefined || isBehind(key, after))
        .slice(0, count),
    ({ createdAt, id }) => ({ key: createdAt, id }),
    keyView,
  )
}

/** Newest first, then by id. */
function isBehind({ createdAt, id }: Credential, after: PagePlace<string>): boolean {
  return createdAt < after.key || (createdAt === after.key && id < after.id)
}

export function keyNotFound(): ApiError {
  return new ApiError('KEY_NOT_FOUND', 'There is no such key.')
}
