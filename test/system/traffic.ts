import { utcTimestamp } from '../support/fix-message.ts'

export type Said = readonly [type: string, body: string]

/**
 * What a desk says in a busy moment: `orders` limit orders around one price, so that many trade, and between them cancels (F) and
 * replaces (G) of orders that it entered before, whatever has become of those.
 */
export function traffic(orders: number, { prefix, symbols, below }: TrafficOptions): Said[] {
  const said: Said[] = []
  const placed: { readonly id: string; readonly fixed: string }[] = []
  let requests = 0
  while (placed.length < orders) {
    const dice = below(10)
    const earlier = placed[below(Math.max(1, placed.length))]
    if (dice === 0 && earlier !== undefined) {
      said.push(['F', `11=${prefix}-x${requests++}|41=${earlier.id}|${earlier.fixed}`])
    } else if (dice === 1 && earlier !== undefined) {
      said.push(['G', `11=${prefix}-r${requests++}|41=${earlier.id}|${earlier.fixed}|${terms(below)}`])
    } else {
      const id = `${prefix}-${placed.length}`
      const fixed = `55=BENCH${1 + below(symbols)}|54=${1 + below(2)}|60=${utcTimestamp(Date.now())}`
      placed.push({ id, fixed })
      said.push(['D', `11=${id}|${fixed}|${terms(below)}`])
    }
  }
  return said
}

export interface TrafficOptions {
  /** of every ClOrdID(11) */
  readonly prefix: string
  readonly symbols: number
  readonly below: (below: number) => number
}

const terms = (below: (below: number) => number): string => `40=2|44=${99 + below(3)}|38=${1 + below(9)}`
