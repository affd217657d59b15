import { readFileSync } from 'node:fs'

/** The order state change matrices of FIX 4.4 (Volume 4, appendix D), as fix44-order-vectors.json has them. */
export interface Scenario {
  readonly id: string
  readonly title: string
  /** what it takes: `engine`, `engine+EOD`, `manual` … */
  readonly producedBy: string
  readonly steps: readonly Step[]
}

export type Step = EventStep | MessageStep

/** Something that happens and is no message of the desk's line. */
export interface EventStep {
  readonly event: string
}

/** A message, seen from the gateway. X, Y and Z are ClOrdIDs; letters under 17 and 19 name executions. */
export interface MessageStep {
  readonly dir: 'in' | 'out'
  readonly msgType: string
  /** an alternative outcome, or a report that may be absent */
  readonly branch?: 'alt' | 'opt'
  readonly note?: string
  readonly ClOrdID?: string
  readonly OrigClOrdID?: string
  readonly ExecType?: string
  readonly OrdStatus?: string
  readonly OrderQty?: number
  readonly CumQty?: number
  readonly LeavesQty?: number
  readonly LastQty?: number
  /** further tags */
  readonly tags?: Readonly<Record<string, string>>
}

export const isMessage = (step: Step): step is MessageStep => 'dir' in step

export const SCENARIOS: readonly Scenario[] = (
  JSON.parse(readFileSync(new URL('fix44-order-vectors.json', import.meta.url), 'utf8')) as { readonly scenarios: readonly Scenario[] }
).scenarios

export function scenario(id: string): Scenario {
  const found = SCENARIOS.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no scenario ${id}`)
  return found
}

/**
 * What the vectors ask of a gateway that answers at once: docs/fix-rules-of-engagement.md, section 6 rule 16 and section 8. Alternatives are
 * left out, unless one is named by its index in the vector: then the path ends with it, in place of all other answers.
 */
export function bindingSteps({ id, steps }: Scenario, { alternative, withLatency = false }: Path = {}): readonly Step[] {
  const chosen = steps.flatMap((step, index) => {
    if (alternative !== undefined && index >= alternative)
      return index === alternative ? [{ ...step, branch: undefined } as unknown as Step] : []
    return isMessage(step) && step.branch === 'alt' ? [] : [step]
  })
  if (withLatency) return (CHANGES_WITH_LATENCY[id] ?? unchanged)(inFull(chosen))
  const change = CHANGES[id]
  // an alternative ends the path before anything that is changed
  return change === undefined || alternative !== undefined ? chosen : change(chosen)
}

/** Which way through a scenario. */
interface Path {
  readonly alternative?: number
  /** pending steps are there */
  readonly withLatency?: boolean
}

/** The alternative by which the order is refused; undefined where a scenario has none. */
export function refusalOf({ steps }: Scenario): number | undefined {
  const index = steps.findIndex((step) => isMessage(step) && step.branch === 'alt' && step.ExecType === '8')
  return index < 0 ? undefined : index
}

/** The first alternative that refuses a request with a 9, before anything is pending. */
export function requestRefusalOf({ id, steps }: Scenario): number {
  const index = steps.findIndex((step) => isMessage(step) && step.branch === 'alt' && step.msgType === '9')
  if (index < 0) throw new Error(`scenario ${id} refuses no request`)
  return index
}

type Change = (steps: readonly Step[]) => readonly Step[]

const unchanged: Change = (steps) => steps

/**
 * Every pending report has to be there. One of them the vectors do not have, since they begin with the acknowledgement: an order is reported
 * as pending (150=A) when the venue has not got it yet.
 */
const inFull: Change = (steps) =>
  steps.flatMap((step) => {
    if (!isMessage(step)) return [step]
    if (isPending(step.ExecType)) return [{ ...step, branch: undefined } as unknown as Step]
    if (step.msgType !== 'D') return [step]
    const { ClOrdID, OrderQty } = step
    const figures = { OrderQty, CumQty: 0, LeavesQty: OrderQty, LastQty: 0 }
    return [step, { dir: 'out', msgType: '8', ClOrdID, ExecType: 'A', OrdStatus: 'A', ...figures } as MessageStep]
  })

/** Pending steps are left out, and 39 is as if no request were pending. */
const withoutLatency: Change = (steps) =>
  steps.flatMap((step) => {
    if (!isMessage(step) || step.dir === 'in') return [step]
    if (isPending(step.ExecType)) return []
    return isPending(step.OrdStatus) ? [{ ...step, OrdStatus: step.LeavesQty === 0 ? '2' : '1' }] : [step]
  })

const isPending = (value: string | undefined): boolean => value === '6' || value === 'E'

/** An ended order is not opened again: the scenario ends before its replace. */
const withoutReplace: Change = (steps) =>
  steps.slice(
    0,
    steps.findLastIndex((step) => isMessage(step) && step.msgType === 'G'),
  )

/** The first status request is for a gateway that has not acknowledged yet (39=A): that takes latency. */
const withoutEarlyStatus: Change = (steps) => {
  const early = steps.findIndex((step) => isMessage(step) && step.OrdStatus === 'A')
  return steps.filter((_, index) => index !== early && index !== early - 1)
}

/** A duplicate ClOrdID is refused with zeros and what the request gave (section 8), not with the state of the first order. */
const duplicateInZeros: Change = (steps) =>
  steps.map((step, index) => {
    if (!isMessage(step) || step.tags?.['103'] !== '6') return step
    const request = steps[index - 1] as MessageStep
    return { ...step, OrdStatus: '8', OrderQty: request.OrderQty!, CumQty: 0, LeavesQty: 0 }
  })

/** ExecRestatementReason(378) of what the trigger here is: section 6 rule 13. */
const restatedBy =
  (reason: string): Change =>
  (steps) =>
    steps.map((step) => (isMessage(step) && step.tags?.['378'] !== undefined ? { ...step, tags: { ...step.tags, '378': reason } } : step))

/** An order in dollars with both fills at 20: the vector's own prices would spend more than the order has. */
const inDollars: Change = (steps) =>
  steps.map((step) => {
    if (!isMessage(step) || step.tags === undefined) return step
    const { '15': currency, '31': price, ...tags } = step.tags
    return { ...step, tags: { ...tags, ...(currency && { '15': 'USD' }), ...(price && { '31': '20' }) } }
  })

const CHANGES_WITH_LATENCY: Readonly<Record<string, Change>> = { 'G.1.c': withoutReplace }

/** Of these a gateway that answers at once leaves steps out. */
export const SHORT_WITHOUT_LATENCY: readonly string[] = ['B.1.b', 'B.1.c', 'C.1.b', 'C.3.a', 'D.1.a', 'H.1.d', 'G.1.c']

const CHANGES: Readonly<Record<string, Change>> = {
  'B.1.b': withoutLatency,
  'B.1.c': withoutLatency,
  'C.1.b': withoutLatency,
  'C.3.a': withoutLatency,
  'D.1.a': withoutLatency,
  'H.1.d': withoutLatency,
  'G.1.c': (steps) => withoutEarlyStatus(withoutReplace(steps)),
  'J.1.a': withoutReplace,
  'F.1.a': duplicateInZeros,
  'F.1.b': duplicateInZeros,
  'E.1.b': restatedBy('4'),
  'E.1.c': restatedBy('99'),
  'L.1.b': inDollars,
}
