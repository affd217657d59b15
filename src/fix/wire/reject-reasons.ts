/** SessionRejectReason(373) of FIX 4.4, as far as the gateway sends them. */
export const REJECT_REASONS = {
  invalidTagNumber: 0,
  requiredTagMissing: 1,
  notInThisMessage: 2,
  tagWithoutValue: 4,
  valueOutOfRange: 5,
  dataFormat: 6,
  compId: 9,
  sendingTime: 10,
  invalidMsgType: 11,
  tagTwice: 13,
  outOfOrder: 14,
  groupOutOfOrder: 15,
  groupCount: 16,
  other: 99,
} as const

/** Text(58) that goes with the reason: the words of the rules of engagement, section 2, which desks' tools know. */
export function rejectText(reason: number): string {
  return TEXTS[reason] ?? 'Other'
}

const TEXTS: Readonly<Record<number, string>> = {
  [REJECT_REASONS.invalidTagNumber]: 'Invalid tag number',
  [REJECT_REASONS.requiredTagMissing]: 'Required tag missing',
  [REJECT_REASONS.notInThisMessage]: 'Tag not defined for this message type',
  [REJECT_REASONS.tagWithoutValue]: 'Tag specified without a value',
  [REJECT_REASONS.valueOutOfRange]: 'Value is incorrect (out of range) for this tag',
  [REJECT_REASONS.dataFormat]: 'Incorrect data format for value',
  [REJECT_REASONS.compId]: 'CompID problem',
  [REJECT_REASONS.sendingTime]: 'SendingTime accuracy problem',
  [REJECT_REASONS.invalidMsgType]: 'Invalid MsgType',
  [REJECT_REASONS.tagTwice]: 'Tag appears more than once',
  [REJECT_REASONS.outOfOrder]: 'Tag specified out of required order',
  [REJECT_REASONS.groupOutOfOrder]: 'Repeating group fields out of order',
  [REJECT_REASONS.groupCount]: 'Incorrect NumInGroup count for repeating group',
}
