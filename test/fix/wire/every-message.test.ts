import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIELD_TYPES } from '../../../src/fix/wire/field-types.ts'
import { FrameReader } from '../../../src/fix/wire/frame-reader.ts'
import { MessageView } from '../../../src/fix/wire/message-view.ts'
import { MessageWriter } from '../../../src/fix/wire/message-writer.ts'
import { OutboundHeader } from '../../../src/fix/wire/outbound-header.ts'
import { validateMessage } from '../../../src/fix/wire/validate.ts'
import { Choices } from '../../fuzz/choices.ts'
import { fieldsOf, loadMessageShapes, validParts } from '../../fuzz/message-shapes.ts'
import type { Field, Part } from '../../fuzz/message-shapes.ts'
import { DICTIONARY, dictionaryRules } from '../../support/gateway-under-test.ts'
import { openJspurefix } from './jspurefix-codec.ts'

const MESSAGES_OF_A_TYPE = 12
const rules = await dictionaryRules()
const shapes = await loadMessageShapes(DICTIONARY)
const jspurefix = await openJspurefix(DICTIONARY)
const header = new OutboundHeader({ senderCompId: 'GATEWAY', targetCompId: 'DESK1' })

describe.each(shapes.map(({ msgType, members }) => [msgType, members] as const))(
  'messages 35=%s with anything that the dictionary allows',
  (msgType, members) => {
    const tape = fc.uint8Array({ minLength: 40, maxLength: 400, size: 'max' })
    const parts = tape.map((bytes) => withoutSoh(validParts(members, new Choices(bytes), 6)))

    test('as our writer writes them are valid, and read alike by jspurefix and by our reader', () => {
      fc.assert(
        fc.property(parts, (message) => {
          const fields = fieldsOf(message)
          const bytes = written(msgType, fields)
          const ours = read(bytes)
          expect(ours.filter(([tag], index) => index > 2 && !ENVELOPE.has(tag))).toEqual(fields)
          expect(jspurefix.parse(bytes)).toEqual([ours])
        }),
        { numRuns: MESSAGES_OF_A_TYPE },
      )
    })

    test('as jspurefix encodes them are the same fields, in the same order and with the same values', () => {
      fc.assert(
        fc.property(parts, (message) => {
          const bytes = jspurefix.encode(msgType, objectOf(message))
          const ours = read(bytes).filter(([tag], index) => index > 2 && !ENVELOPE.has(tag))
          expect(ours.map(canonical)).toEqual(fieldsOf(message).map(canonical))
        }),
        { numRuns: MESSAGES_OF_A_TYPE },
      )
    })
  },
)

const ENVELOPE: ReadonlySet<number> = new Set([34, 49, 52, 56, 10])
const view = new MessageView()

/** The fields of the one message in `bytes`, which is valid. */
function read(bytes: Buffer): readonly Field[] {
  const messages: Field[][] = []
  const reader = new FrameReader(
    {
      onMessage(message) {
        expect(validateMessage(message, rules)).toBeUndefined()
        messages.push(Array.from({ length: message.fieldCount }, (_, index) => [message.tagAt(index), message.stringAt(index)]))
      },
      onGarbled: (reason) => expect.fail(reason),
      onTooLong: (bodyLength) => expect.fail(String(bodyLength)),
    },
    view,
  )
  reader.push(bytes)
  expect(messages).toHaveLength(1)
  return messages[0]!
}

function written(msgType: string, fields: readonly Field[]): Buffer {
  const writer = new MessageWriter()
  writer.begin(msgType, header, { msgSeqNum: 2, sendingTimeMs: Date.parse('2026-11-20T15:04:05.123Z') })
  for (const [tag, value] of fields) writer.echo(tag, value)
  writer.end()
  return writer.take()
}

/** Raw data with SOH in it is read whole by us alone. */
function withoutSoh(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => {
    if (part.kind === 'field') return { ...part, value: part.value.replaceAll('\x01', '.') }
    if (part.kind === 'group') return { ...part, entries: part.entries.map(withoutSoh) }
    return { ...part, parts: withoutSoh(part.parts) }
  })
}

/** As jspurefix's encoder takes a message: by name, with groups and components as they nest. */
function objectOf(parts: readonly Part[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    parts.map((part) => {
      if (part.kind === 'field') return [part.name, typed(part.type, part.value)]
      return [part.name, part.kind === 'group' ? part.entries.map(objectOf) : objectOf(part.parts)]
    }),
  )
}

function typed(type: string, value: string): unknown {
  switch (type) {
    case 'INT':
    case 'LENGTH':
    case 'SEQNUM':
    case 'QTY':
    case 'PRICE':
    case 'PRICEOFFSET':
    case 'AMT':
    case 'FLOAT':
    case 'PERCENTAGE':
      return Number(value)
    case 'BOOLEAN':
      return value === 'Y'
    case 'UTCTIMESTAMP': {
      const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)-(.*)$/.exec(value)!
      return new Date(`${year}-${month}-${day}T${time}Z`)
    }
    default:
      return value
  }
}

/** Numbers without needless zeros, moments with milliseconds. */
function canonical([tag, value]: Field): string {
  const type = rules.types[tag]!
  if (type === FIELD_TYPES.UTCTIMESTAMP && !value.includes('.')) return `${tag}=${value}.000`
  return NUMBERS.has(type) ? `${tag}=${Number(value)}` : `${tag}=${value}`
}

const NUMBERS: ReadonlySet<number> = new Set([
  ...[FIELD_TYPES.INT, FIELD_TYPES.LENGTH, FIELD_TYPES.SEQNUM, FIELD_TYPES.QTY, FIELD_TYPES.PRICE],
  ...[FIELD_TYPES.PRICEOFFSET, FIELD_TYPES.AMT, FIELD_TYPES.FLOAT, FIELD_TYPES.PERCENTAGE],
])
