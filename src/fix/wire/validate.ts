import { BODY, HEADER, countedGroupOf, groupOf, rankOf, sectionOf } from './dictionary-rules.ts'
import type { DictionaryRules, GroupLayout, MessageLayout } from './dictionary-rules.ts'
import { FIELD_TYPES, hasFormat } from './field-types.ts'
import { isStandardTag, isUserDefinedTag } from './fix44-tags.ts'
import type { MessageView } from './message-view.ts'
import { REJECT_REASONS, rejectText } from './reject-reasons.ts'

/** What a Reject(35=3) says of a message. */
export interface StructureFault {
  /** RefTagID(371); absent where the rules of engagement want it absent. */
  readonly refTagId?: number
  /** SessionRejectReason(373). */
  readonly reason: number
  /** Text(58), in the words of the rules of engagement, section 2. */
  readonly text: string
}

export interface ValidationOptions {
  /** Accept tags from 5000 up that the dictionary does not name, anywhere outside of groups, as often as they come. */
  readonly allowUserDefined?: boolean
}

/**
 * Checks one message's structure against the dictionary, in one pass over its fields: rules of engagement, section 5, "structure".
 * A MsgType(35) of FIX 4.4 that the dictionary does not lay out has its header checked and its body passed over.
 * CompIDs, SendingTime and sequence number are the session's to judge.
 *
 * @returns the first fault in the order of the message, missing tags last; undefined when there is none
 */
export function validateMessage(view: MessageView, rules: DictionaryRules, options: ValidationOptions = {}): StructureFault | undefined {
  let layout = rules.layouts.get(view.msgTypeCode)
  if (layout === undefined) {
    if (view.startAt(2) === view.endAt(2)) return faultOf(REJECT_REASONS.tagWithoutValue, 35)
    if (!rules.standardMsgTypes.has(view.msgType)) return faultOf(REJECT_REASONS.invalidMsgType)
    layout = rules.envelope
  }
  const { places } = layout
  let section = HEADER
  let index = 0
  while (index < view.fieldCount) {
    const tag = view.tagAt(index)
    const place = tag > 0 && tag < places.length ? places[tag]! : 0
    if (place === 0) {
      const tolerated = layout === rules.envelope || (options.allowUserDefined === true && isUserDefinedTag(tag))
      if (!tolerated) return faultOf(misplacedTag(rules, tag), tag)
      if (view.startAt(index) === view.endAt(index)) return faultOf(REJECT_REASONS.tagWithoutValue, tag)
      section = BODY
      index++
      continue
    }
    if (groupOf(place) !== 0) return faultOf(strayMember(view, layout, place), tag)
    if (view.indexOf(tag) !== index) return faultOf(REJECT_REASONS.tagTwice, tag)
    if (sectionOf(place) < section) return faultOf(REJECT_REASONS.outOfOrder, tag)
    section = sectionOf(place)
    const reason = valueFault(view, rules, index, tag)
    if (reason >= 0) return faultOf(reason, tag)
    index++
    if (countedGroupOf(place) !== 0) {
      const next = checkGroup(view, rules, layout, index)
      if (typeof next !== 'number') return next
      index = next
    }
  }
  if (view.badLengthTag !== 0) return faultOf(REJECT_REASONS.dataFormat, view.badLengthTag)
  for (const tag of layout.required) if (!view.has(tag)) return faultOf(REJECT_REASONS.requiredTagMissing, tag)
  return undefined
}

/**
 * Checks the entries of the group whose count is the field before `from`.
 *
 * @returns the index behind the group, or the fault
 */
function checkGroup(view: MessageView, rules: DictionaryRules, layout: MessageLayout, from: number): number | StructureFault {
  const countIndex = from - 1
  const number = countedGroupOf(layout.places[view.tagAt(countIndex)]!)
  const group = layout.groups[number]!
  let entries = 0
  let entryStart = from
  let rank = -1
  let index = from
  while (index < view.fieldCount) {
    const tag = view.tagAt(index)
    const place = tag > 0 && tag < layout.places.length ? layout.places[tag]! : 0
    if (groupOf(place) !== number) break
    if (tag === group.delimiter) {
      const missing = entries === 0 ? undefined : missingMember(view, group, entryStart, index)
      if (missing !== undefined) return missing
      entries++
      entryStart = index
    } else if (rankOf(place) === rank) {
      return faultOf(REJECT_REASONS.tagTwice, tag)
    } else if (entries === 0 || rankOf(place) < rank) {
      return faultOf(REJECT_REASONS.groupOutOfOrder, tag)
    }
    rank = rankOf(place)
    const reason = valueFault(view, rules, index, tag)
    if (reason >= 0) return faultOf(reason, tag)
    index++
    if (countedGroupOf(place) !== 0) {
      const next = checkGroup(view, rules, layout, index)
      if (typeof next !== 'number') return next
      index = next
    }
  }
  if (entries !== view.integerAt(countIndex)) return faultOf(REJECT_REASONS.groupCount, group.countTag)
  if (entries > 0) return missingMember(view, group, entryStart, index) ?? index
  return group.isRequired ? faultOf(REJECT_REASONS.valueOutOfRange, group.countTag) : index
}

function missingMember(view: MessageView, group: GroupLayout, from: number, to: number): StructureFault | undefined {
  for (const tag of group.required) if (view.indexIn(tag, from, to) < 0) return faultOf(REJECT_REASONS.requiredTagMissing, tag)
  return undefined
}

/** The reason to refuse the value of field `index`, or -1. */
function valueFault(view: MessageView, rules: DictionaryRules, index: number, tag: number): number {
  const start = view.startAt(index)
  const end = view.endAt(index)
  if (start === end) return REJECT_REASONS.tagWithoutValue
  const type = rules.types[tag]!
  const enumeration = rules.enumerations[tag]
  if (enumeration === undefined && type === FIELD_TYPES.STRING) return -1
  if (!hasFormat(type, view.buffer, start, end)) return REJECT_REASONS.dataFormat
  if (enumeration === undefined) return -1
  const listed =
    type === FIELD_TYPES.MULTIPLEVALUESTRING ? enumeration.hasEach(view.buffer, start, end) : enumeration.has(view.buffer, start, end)
  return listed ? -1 : REJECT_REASONS.valueOutOfRange
}

function misplacedTag(rules: DictionaryRules, tag: number): number {
  const known = isStandardTag(tag) || (tag > 0 && tag < rules.types.length && rules.types[tag] !== 0)
  return known ? REJECT_REASONS.notInThisMessage : REJECT_REASONS.invalidTagNumber
}

/** A group's field outside of its group: behind it, or without a count at all. */
function strayMember(view: MessageView, layout: MessageLayout, place: number): number {
  const { countTag } = layout.groups[groupOf(place)]!
  return view.has(countTag) ? REJECT_REASONS.outOfOrder : REJECT_REASONS.notInThisMessage
}

/** A fault, in the words that go with its reason. */
export function faultOf(reason: number, refTagId?: number): StructureFault {
  const text = rejectText(reason)
  return refTagId === undefined ? { reason, text } : { refTagId, reason, text }
}
