import type { MessageLayout } from './dictionary-rules.ts'
import { countedGroupOf } from './dictionary-rules.ts'
import type { MessageView } from './message-view.ts'

/**
 * The entries of a repeating group, in order, of a message that `validateMessage` has passed: `groupEntries(view, layout, 267)`.
 * For messages that are not on the hot path: each entry is an object.
 *
 * @param countTag the group's NUMINGROUP field
 * @returns an empty list when the group is absent or the layout has none such
 */
export function groupEntries(view: MessageView, layout: MessageLayout, countTag: number): GroupEntry[] {
  const group = layout.groups[countedGroupOf(layout.places[countTag] ?? 0)]!
  const to = view.fieldCount
  const countIndex = view.indexOf(countTag)
  if (countIndex < 0 || group.countTag !== countTag) return []
  const entries: GroupEntry[] = []
  let entryStart = countIndex + 1
  for (let index = entryStart; index <= to; index++) {
    const inside = index < to && group.members.has(view.tagAt(index))
    if (index > entryStart && (!inside || view.tagAt(index) === group.delimiter)) {
      entries.push(new GroupEntry(view, entryStart, index))
      entryStart = index
    }
    if (!inside) break
  }
  return entries
}

/** One entry: the fields `[from, to)` of the view, valid as long as the view's message is. `string` as that of the view. */
export class GroupEntry {
  readonly view: MessageView
  readonly from: number
  readonly to: number

  constructor(view: MessageView, from: number, to: number) {
    this.view = view
    this.from = from
    this.to = to
  }

  string(tag: number): string | undefined {
    const index = this.view.indexIn(tag, this.from, this.to)
    return index < 0 ? undefined : this.view.stringAt(index)
  }
}
