/**
 * What every answer says beside its id and version: it is nothing but what its type says, and belongs in no cache. The pages under /docs have
 * helmet's headers too; on every answer those would cost more than most requests do.
 */
export const SAFE_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const
