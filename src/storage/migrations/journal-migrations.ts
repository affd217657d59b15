import type { BatchContent, CopyOptions } from '../journal-reading/journal-copy.ts'
import { JOURNAL_FORMAT } from '../journal/journal-file.ts'
import { fromFormat1 } from './from-format-1.ts'

/** By the format that it begins with: what a batch of it is in the next one. A step stays as it is for ever. */
const STEPS: Readonly<Record<number, (content: BatchContent) => BatchContent>> = { 1: fromFormat1 }

/** How a journal of an older format is rewritten into the present one; undefined where no way leads there. */
export function rewriteFrom(format: number): NonNullable<CopyOptions['rewrite']> | undefined {
  const steps: ((content: BatchContent) => BatchContent)[] = []
  for (let from = format; from < JOURNAL_FORMAT; from++) {
    const step = STEPS[from]
    if (step === undefined) return undefined
    steps.push(step)
  }
  return { format: JOURNAL_FORMAT, batch: (content) => steps.reduce((before, step) => step(before), content) }
}
