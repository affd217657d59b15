import { DAY_MS } from '../../domain/time/durations.ts'
import type { BatchStatements } from '../journal-reading/batch-statements.ts'
import type { Range } from './seal-archive.ts'

/** What journal.db keeps; what is older goes into archives. Both null = everything. */
export interface RetentionPolicy {
  /** events at most, but for what an archive more would hold; null = any number */
  readonly hotEvents: number | null
  /** days at most, but for one more; null = any age */
  readonly hotDays: number | null
  /** events of an archive, about */
  readonly archiveEvents: number
}

export interface PlanGiven {
  readonly policy: RetentionPolicy
  /** last position that may be moved: a snapshot holds it, read.db shows it */
  readonly movableThrough: number
  /** real clock, epoch ms */
  readonly now: number
}

/**
 * The commits of journal.db that the next archive takes; undefined = none yet. An archive is made when it is full, or when the oldest commit is a day older
 * than has to be: files stay few. The last commit always stays.
 */
export function planArchive(hot: BatchStatements, { policy, movableThrough, now }: PlanGiven): Range | undefined {
  const first = hot.first.get() ?? undefined
  const last = hot.last.get()
  if (first === undefined || !last) return undefined
  const { hotEvents, hotDays, archiveEvents } = policy
  const movable = Math.min(movableThrough, last.position - 1)
  if (movable < first) return undefined
  const full = first + archiveEvents - 1
  const tooMany = hotEvents !== null && full <= Math.min(movable, last.position + last.positions - 1 - hotEvents)
  const isOld = (position: number, days: number): boolean => hot.sealedAt.get(position)! < now - days * DAY_MS
  const tooOld = hotDays !== null && isOld(first, hotDays + 1)
  if (!tooMany && !tooOld) return undefined
  const wanted = Math.min(movable, full)
  const through = tooMany || hotDays === null ? wanted : lastOld(first, wanted, (position) => isOld(position, hotDays))
  const end = endOfBatchBefore(hot, { first, through, movable })
  return end === undefined ? undefined : { first, last: end }
}

/** Last position, from `first` on, whose commit is old: commits lie in the order of their time. */
function lastOld(first: number, through: number, isOld: (position: number) => boolean): number {
  let [old, young] = [first, through + 1]
  while (young - old > 1) {
    const middle = Math.floor((old + young) / 2)
    if (isOld(middle)) old = middle
    else young = middle
  }
  return old
}

/** Where the last batch ends that ends at or before `through`; a first one that is longer is taken whole where it may be. */
function endOfBatchBefore(
  hot: BatchStatements,
  { first, through, movable }: { readonly first: number; readonly through: number; readonly movable: number },
): number | undefined {
  const place = hot.place.get(through)!
  const end = place.position + place.positions - 1
  if (end <= through || (place.position === first && end <= movable)) return end
  return place.position > first ? place.position - 1 : undefined
}
