import assert from 'node:assert/strict'
import type { DictionaryRules } from '../../src/fix/wire/dictionary-rules.ts'
import { FrameReader } from '../../src/fix/wire/frame-reader.ts'
import { groupEntries } from '../../src/fix/wire/group-entries.ts'
import { MessageView } from '../../src/fix/wire/message-view.ts'
import { validateMessage } from '../../src/fix/wire/validate.ts'
import { Choices } from './choices.ts'
import { cutAt, cuts, fixStream } from './fix-stream.ts'
import type { Field, MessageShape } from './message-shapes.ts'
import { readPlainly } from './plain-framer.ts'

export interface ParserSurroundings {
  readonly rules: DictionaryRules
  readonly shapes: readonly MessageShape[]
}

const SPEAKER = { senderCompId: 'DESK1', targetCompId: 'GATEWAY', sendingTime: '20261120-15:04:05.123', expected: 2 }
/** Small, so that what is over it is still short. */
const MAX_BODY_LENGTH = 4_096
const GOOD = Buffer.from('8=FIX.4.4\x019=5\x0135=0\x0110=163\x01', 'latin1')

/**
 * Puts the stream that the bytes stand for through reader, view and validation. Throws when they throw; when they find other messages than
 * a plain reader of the same rules; when it makes a difference how the stream is cut; when the good message behind it is not read.
 */
export function checkParser(tape: Uint8Array, { rules, shapes }: ParserSurroundings): void {
  const choices = new Choices(tape)
  const stream = fixStream(choices, shapes, SPEAKER)
  const plain = readPlainly(stream, MAX_BODY_LENGTH)
  const messages: (readonly Field[])[] = []
  const seen = read([stream], (view) => {
    messages.push(Array.from({ length: view.fieldCount }, (_, index) => [view.tagAt(index), view.stringAt(index)] as const))
    lookAtEverything(view, rules)
  })
  same(seen, plain.seen, 'another reading than the plain one')
  for (const [index, fields] of messages.entries()) same(fields, plain.messages[index], 'other fields than the plain reading')
  same(read(cutAt(stream, cuts(choices, stream.length))), seen, 'it makes a difference how the stream is cut')
  if (plain.isBetweenMessages) same(read([stream, GOOD]).at(-1), GOOD_TEXT, 'the good message behind it is not read')
  // what was waited for has come, and what was dropped has ended: the next message counts
  else if (!plain.isOver) same(read([stream, FILLER, GOOD]).at(-1), GOOD_TEXT, 'the reader does not come to itself')
}

const GOOD_TEXT = GOOD.toString('latin1').replaceAll('\x01', '|')
const FILLER = Buffer.from(`${'x'.repeat(MAX_BODY_LENGTH + 16)}\x0110=000\x01`, 'latin1')

const VIEW = new MessageView()

/** Messages as `|`-separated fields, `garbled …` and `too long …`, in their order. */
function read(chunks: readonly Buffer[], onMessage?: (view: MessageView) => void): readonly string[] {
  const seen: string[] = []
  const reader = new FrameReader(
    {
      onMessage(view) {
        seen.push(view.buffer.toString('latin1', view.start, view.end).replaceAll('\x01', '|'))
        onMessage?.(view)
      },
      onGarbled: (reason) => seen.push(`garbled ${reason}`),
      onTooLong: (bodyLength) => seen.push(`too long ${bodyLength}`),
    },
    VIEW,
    MAX_BODY_LENGTH,
  )
  for (const chunk of chunks) reader.push(chunk)
  return seen
}

/** Whatever an accessor is asked of whatever message, it answers. */
function lookAtEverything(view: MessageView, rules: DictionaryRules): void {
  const faults = [validateMessage(view, rules), validateMessage(view, rules, { allowUserDefined: true })]
  for (const fault of faults) {
    if (fault === undefined) continue
    assert(Number.isInteger(fault.reason) && fault.text.length > 0, `no fault of section 2: ${JSON.stringify(fault)}`)
  }
  for (let index = 0; index < view.fieldCount; index++) {
    const tag = view.tagAt(index)
    assert(view.indexOf(tag) <= index && (view.has(tag) || tag <= 0), `field ${index} is not found by its tag ${tag}`)
    isSafe(view.integerAt(index))
    for (const digits of [2, 4, 9]) isSafe(view.decimalAt(index, digits))
    isSafe(view.utcTimestamp(tag))
    view.textAt(index)
    view.charCode(tag)
  }
  const layout = rules.layouts.get(view.msgTypeCode)
  if (layout === undefined || faults[0] !== undefined) return
  for (const { countTag } of layout.groups.slice(1)) {
    for (const entry of groupEntries(view, layout, countTag)) assert(entry.to > entry.from, `an empty entry of the group ${countTag}`)
  }
}

function isSafe(value: number): void {
  assert(Number.isNaN(value) || Number.isSafeInteger(value), `${value} is no exact number`)
}

/** An assertion costs more than the parser: it is made only to show a difference. */
function same(ours: unknown, wanted: unknown, what: string): void {
  const isSame = Array.isArray(ours) && Array.isArray(wanted) ? ours.join('\n') === wanted.join('\n') : ours === wanted
  if (!isSame) assert.deepEqual(ours, wanted, what)
}
