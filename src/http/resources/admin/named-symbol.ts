import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { EngineView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'

/** The symbol that a path names, in capital letters. */
export const symbolOf = (request: FastifyRequest): string => (request.params as { symbol: string }).symbol.toUpperCase()

/** What the path names is looked for before the body is looked at. */
export function findSymbol(view: Pick<EngineView, 'instrumentBySymbol'>): preValidationHookHandler {
  return (request, _reply, next) => {
    if (view.instrumentBySymbol(symbolOf(request)) !== undefined) next()
    else next(new ApiError('INVALID_SYMBOL', 'There is no such symbol.', { field: 'symbol' }))
  }
}
