import type { FastifyRequest } from 'fastify'
import type { EngineView, PositionView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'
import { accountOf } from '../../requests/found-account.ts'

/** The position that the path names, or a 404; `at` as of `EngineView.position`. */
export function foundPosition(
  view: Pick<EngineView, 'instrumentBySymbol' | 'position'>,
  request: FastifyRequest,
  at?: number,
): PositionView {
  const { symbol } = request.params as { symbol: string }
  const instrument = view.instrumentBySymbol(symbol.toUpperCase())
  const position = instrument === undefined ? undefined : view.position(accountOf(request).index, instrument, at)
  if (position === undefined) throw positionNotFound()
  return position
}

export function positionNotFound(): ApiError {
  return new ApiError('POSITION_NOT_FOUND', 'The account has no position in this symbol.')
}
