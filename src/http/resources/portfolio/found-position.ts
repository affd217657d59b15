import type { FastifyRequest } from 'fastify'
import type { PositionView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'
import { type Gateway, whenDurable } from '../../gateway.ts'
import { accountOf } from '../../requests/found-account.ts'

/** The position that the path names, or a 404, once it is durable that there is one, or none; `at` as of `EngineView.position`. */
export async function foundPosition(
  { view, sequencer }: Pick<Gateway, 'view' | 'sequencer'>,
  request: FastifyRequest,
  at?: number,
): Promise<PositionView> {
  const { symbol } = request.params as { symbol: string }
  const instrument = view.instrumentBySymbol(symbol.toUpperCase())
  const live = instrument === undefined ? undefined : view.position(accountOf(request).index, instrument, at)
  const position = await whenDurable(sequencer, live)
  if (position === undefined) throw positionNotFound()
  return position
}

export function positionNotFound(): ApiError {
  return new ApiError('POSITION_NOT_FOUND', 'The account has no position in this symbol.')
}
