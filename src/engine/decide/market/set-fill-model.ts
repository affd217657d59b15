import type { SetFillModel } from '../../../domain/commands/market-command.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Run } from '../../run.ts'

/** From here on the quote fills the orders of a symbol, or of an account, by a model. */
export function setFillModel(run: Run, { market, scope, model }: SetFillModel): Result {
  run.emit({ type: 'FillModelSet', at: run.at, market, scope, model })
  return DONE
}
