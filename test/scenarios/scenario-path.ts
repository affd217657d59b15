import type { FixMessage } from '../support/fix-message.ts'
import { isMessage, type MessageStep, type Step } from './order-vectors.ts'

/** What went over a desk's line, or happened beside it, in the order in which the desk saw it. */
export type Line = { readonly dir: 'in' | 'out'; readonly message: FixMessage } | { readonly event: string }

/** A ClOrdID of the vectors (X, Y, Z) as it is on the wire. */
export type NameOf = (label: string) => string

/** Executions that a vector names by a letter, and the ExecID(17) that each turned out to have. */
export type Executions = ReadonlyMap<string, string>

/**
 * How a transcript fails to be one path through the steps: from the first to the last, with optional reports there or absent, and nothing
 * between, before or behind. Empty when it is one.
 */
export function pathFaults(steps: readonly Step[], transcript: readonly Line[], nameOf: NameOf): readonly string[] {
  let furthest = { line: -1, faults: [] as readonly string[] }
  const fail = (line: number, faults: readonly string[]): false => {
    if (line > furthest.line) furthest = { line, faults }
    return false
  }
  const walk = (at: number, lineAt: number, executions: Executions): boolean => {
    const step = steps[at]
    const line = transcript[lineAt]
    if (step === undefined) return line === undefined || fail(lineAt, [`nothing more was to come, but ${textOf(line)}`])
    const taken = line === undefined ? ['nothing more came'] : compare(step, line, nameOf, executions)
    if (!Array.isArray(taken)) {
      if (walk(at + 1, lineAt + 1, taken as Executions)) return true
    } else fail(lineAt, [`step ${at + 1}: ${stepText(step)}`, ...taken, ...(line === undefined ? [] : [`came: ${textOf(line)}`])])
    return isMessage(step) && step.branch === 'opt' && walk(at + 1, lineAt, executions)
  }
  return walk(0, 0, new Map()) ? [] : furthest.faults
}

/** The executions known after the line, or what is wrong with it. */
function compare(step: Step, line: Line, nameOf: NameOf, executions: Executions): Executions | readonly string[] {
  if (!isMessage(step)) return 'event' in line && line.event === step.event ? executions : ['another thing happened']
  if ('event' in line) return ['no message came']
  if (line.dir !== step.dir) return [`${step.dir === 'in' ? 'the desk' : 'the gateway'} was to speak`]
  const { message } = line
  const known = new Map(executions)
  const faults = [...expectations(step, nameOf)].flatMap(([tag, wanted]) => {
    const got = message.get(tag)
    if (NAMES_EXECUTION.has(tag) && wanted !== undefined && isLetter(wanted)) return executionFaults(tag, wanted, got, known)
    return isSame(tag, wanted, got) ? [] : [`${tag} was to be ${wanted ?? 'absent'}, but is ${got ?? 'absent'}`]
  })
  return faults.length === 0 ? known : faults
}

/** Tags of the step with what they have to be; undefined = absent. */
function* expectations(step: MessageStep, nameOf: NameOf): Generator<readonly [tag: number, wanted: string | undefined]> {
  const named = (label: string | undefined): string | undefined => (label === undefined ? undefined : nameOf(label))
  yield [35, step.msgType]
  if (step.ClOrdID !== undefined) yield [11, named(step.ClOrdID)]
  // an unsolicited report has no OrigClOrdID(41)
  if (step.OrigClOrdID !== undefined || step.dir === 'out') yield [41, named(step.OrigClOrdID)]
  const amounts = { 38: step.OrderQty, 14: step.CumQty, 151: step.LeavesQty, 32: step.LastQty === 0 ? undefined : step.LastQty }
  for (const [tag, value] of Object.entries({ 150: step.ExecType, 39: step.OrdStatus, ...amounts })) {
    if (value !== undefined) yield [Number(tag), String(value)]
  }
  // FIX has 0 and absent alike: the rules of engagement send LastQty(32) on fills alone
  if (step.LastQty === 0 || step.ExecType === 'I') yield [32, undefined]
  for (const [tag, value] of Object.entries(step.tags ?? {})) yield [Number(tag), value]
}

/** ExecID(17) is new where a letter comes for the first time; ExecRefID(19) names one that is known. */
function executionFaults(tag: number, letter: string, got: string | undefined, known: Map<string, string>): readonly string[] {
  if (got === undefined) return [`${tag} is absent`]
  if (tag === REFERENCE)
    return known.get(letter) === got ? [] : [`${tag} was to name execution ${letter}, ${known.get(letter)}, but names ${got}`]
  if ([...known.values()].includes(got)) return [`${tag} was to be a new execution, but is ${got} again`]
  known.set(letter, got)
  return []
}

const REFERENCE = 19
const NAMES_EXECUTION = new Set([17, REFERENCE])
const isLetter = (text: string): boolean => /^[A-Z]$/.test(text)

/** Amounts: 100 and 100.00 are the same. */
const AMOUNTS = new Set([6, 14, 31, 32, 38, 44, 99, 151, 152, 424, 425, 426])

function isSame(tag: number, wanted: string | undefined, got: string | undefined): boolean {
  if (wanted === got) return true
  return AMOUNTS.has(tag) && wanted !== undefined && got !== undefined && got !== '' && Number(wanted) === Number(got)
}

const textOf = (line: Line): string => ('event' in line ? `the event ${line.event}` : `${line.dir} ${line.message.text}`)

const stepText = (step: Step): string => JSON.stringify(step)
