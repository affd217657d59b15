import { readableText } from '../../../domain/edges/readable-text.ts'
import type { Refusal } from '../../../domain/refusal.ts'

/** A symbol that is not in the security master. */
export function unknownSymbol(symbol: string): Refusal {
  return { code: 'INVALID_SYMBOL', message: `The symbol ${readableText(symbol)} is not known.`, field: 'symbol' }
}
