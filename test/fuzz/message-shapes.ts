import 'reflect-metadata'
import { DefinitionFactory } from 'jspurefix'
import type { ContainedField, ContainedGroupField, ContainedSimpleField, IContainedSet, SimpleFieldDefinition } from 'jspurefix'
import type { Choices } from './choices.ts'

/** What a message may hold, in the order of the dictionary. */
export interface MessageShape {
  readonly msgType: string
  readonly members: readonly Member[]
}

export type Member = FieldMember | GroupMember | ComponentMember

export interface FieldMember {
  readonly kind: 'field'
  readonly name: string
  readonly tag: number
  readonly type: string
  /** empty where it may be anything of its type */
  readonly values: readonly string[]
  readonly required: boolean
  /** the DATA field that this LENGTH field counts */
  readonly data?: { readonly name: string; readonly tag: number }
}

export interface GroupMember {
  readonly kind: 'group'
  readonly name: string
  readonly tag: number
  readonly required: boolean
  readonly entry: readonly Member[]
}

export interface ComponentMember {
  readonly kind: 'component'
  readonly name: string
  readonly required: boolean
  readonly members: readonly Member[]
}

/** A part of a message as it was made up: what our writer writes field by field, and what other encoders take as an object. */
export type Part =
  | { readonly kind: 'field'; readonly name: string; readonly tag: number; readonly type: string; readonly value: string }
  | { readonly kind: 'group'; readonly name: string; readonly tag: number; readonly entries: readonly (readonly Part[])[] }
  | { readonly kind: 'component'; readonly name: string; readonly parts: readonly Part[] }

export type Field = readonly [tag: number, value: string]

/** Every message of a QuickFIX-style dictionary, without header and trailer. */
export async function loadMessageShapes(dictionary: string): Promise<readonly MessageShape[]> {
  const definitions = await new DefinitionFactory().getDefinitions(dictionary)
  // each stands there by its name and by its type
  const messages = new Map([...definitions.message.values()].map((message) => [message.msgType, message]))
  return [...messages.values()].map(({ msgType, fields }) => ({ msgType, members: membersOf(fields) }))
}

function membersOf(fields: readonly ContainedField[]): readonly Member[] {
  const members: Member[] = []
  for (const field of fields) {
    const { required } = field
    const definition = (field as ContainedSimpleField | ContainedGroupField).definition as SimpleFieldDefinition | IContainedSet
    if (!('fields' in definition)) {
      const { name, tag, type } = definition
      const before = members.at(-1)
      if (type === 'DATA' && before?.kind === 'field' && before.type === 'LENGTH')
        members[members.length - 1] = { ...before, data: { name, tag } }
      else members.push({ kind: 'field', name, tag, type, values: definition.isEnum() ? [...definition.enums.keys()] : [], required })
    } else if ('noOfField' in definition) {
      const { name, tag } = definition.noOfField as SimpleFieldDefinition
      members.push({ kind: 'group', name, tag, required, entry: membersOf(definition.fields) })
    } else if (definition.name !== 'StandardHeader' && definition.name !== 'StandardTrailer') {
      members.push({ kind: 'component', name: field.name, required, members: membersOf(definition.fields) })
    }
  }
  return members
}

/** A valid message of the shape: what is required, and one in `rarity` of the rest. */
export function validParts(members: readonly Member[], choices: Choices, rarity: number): readonly Part[] {
  return members.flatMap((member) => {
    if (!member.required && !choices.oneIn(rarity)) return []
    switch (member.kind) {
      case 'field':
        return fieldParts(member, choices)
      case 'group': {
        const entries = Array.from({ length: 1 + choices.below(3) }, () => entryParts(member.entry, choices, rarity))
        return [{ kind: 'group', name: member.name, tag: member.tag, entries }]
      }
      case 'component': {
        const parts = validParts(member.members, choices, rarity)
        return parts.length === 0 ? [] : [{ kind: 'component', name: member.name, parts }]
      }
      default:
        return member satisfies never
    }
  })
}

/** The first field of an entry starts it, required or not. */
function entryParts([first, ...rest]: readonly Member[], choices: Choices, rarity: number): readonly Part[] {
  return [...validParts([startOf(first!)], choices, rarity), ...validParts(rest, choices, rarity)]
}

function startOf(member: Member): Member {
  if (member.kind !== 'component') return { ...member, required: true }
  const [first, ...rest] = member.members
  return { ...member, required: true, members: [startOf(first!), ...rest] }
}

function fieldParts({ name, tag, type, values, data }: FieldMember, choices: Choices): readonly Part[] {
  if (data === undefined) return [{ kind: 'field', name, tag, type, value: validValue(type, values, choices) }]
  const value = choices.pick(RAW)
  return [
    { kind: 'field', name, tag, type, value: String(value.length) },
    { kind: 'field', name: data.name, tag: data.tag, type: 'DATA', value },
  ]
}

function validValue(type: string, values: readonly string[], choices: Choices): string {
  if (type === 'MULTIPLEVALUESTRING' && values.length > 0)
    return Array.from({ length: 1 + choices.below(3) }, () => choices.pick(values)).join(' ')
  if (values.length > 0) return choices.pick(values)
  const examples = EXAMPLES[type]
  if (examples === undefined) throw new Error(`no example of the type ${type}`)
  return choices.pick(examples)
}

const DECIMALS = ['1', '0', '0.5', '150.25', '1000000', '0.000000001', '12.3456', '-1.5', '9007199254740991'] as const
const TIMES = ['20261120-15:04:05', '20261120-15:04:05.123', '20280229-23:59:59.999', '20200101-00:00:00.000'] as const
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  STRING: ['A1', 'AAPL', 'x', 'Order 7: "refused" {1=2}', '0', 'MSFT', 'a-b_c.d/e', 'A2'],
  CHAR: ['1', 'Z', ' '],
  BOOLEAN: ['Y', 'N'],
  INT: ['0', '1', '-1', '99', '2147483647'],
  LENGTH: ['0', '1', '8'],
  SEQNUM: ['1', '2', '999'],
  QTY: DECIMALS,
  PRICE: DECIMALS,
  PRICEOFFSET: DECIMALS,
  AMT: DECIMALS,
  FLOAT: DECIMALS,
  PERCENTAGE: DECIMALS,
  UTCTIMESTAMP: TIMES,
  UTCTIMEONLY: ['15:04:05', '00:00:00.001', '23:59:59'],
  UTCDATEONLY: ['20261120', '20280229'],
  LOCALMKTDATE: ['20261120', '20280229'],
  MONTHYEAR: ['202611', '20261120', '202611w3'],
  CURRENCY: ['USD', 'EUR'],
  COUNTRY: ['US', 'DE'],
  EXCHANGE: ['XNAS', 'N'],
  MULTIPLEVALUESTRING: ['G', 'A B'],
}

const RAW = ['a', 'a\x01b', '\x0110=123\x01', 'Z\xc3\xbcrich', '\x018=FIX.4.4\x019=5\x01', 'plain text'] as const

/** The fields in the order of the message, groups behind their counts. */
export function fieldsOf(parts: readonly Part[]): readonly Field[] {
  return parts.flatMap((part): readonly Field[] => {
    switch (part.kind) {
      case 'field':
        return [[part.tag, part.value]]
      case 'group':
        return [[part.tag, String(part.entries.length)], ...part.entries.flatMap(fieldsOf)]
      case 'component':
        return fieldsOf(part.parts)
      default:
        return part satisfies never
    }
  })
}
