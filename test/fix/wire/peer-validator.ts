import 'reflect-metadata'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { DefinitionFactory } from 'jspurefix'
import type { ContainedField, ContainedGroupField, ContainedSimpleField, IContainedSet, SimpleFieldDefinition } from 'jspurefix'

/**
 * What a client that validates strictly with a common public FIX 4.4 dictionary (the one that jspurefix brings) would hold against these
 * bytes: one or more whole messages. Written apart from our reader and rules, so that it can catch their mistakes.
 *
 * @returns violations in words, each with its message's type and number; empty when there are none
 */
export function validateWithPublicDictionary(bytes: Buffer): string[] {
  const violations: string[] = []
  for (let rest = bytes; rest.length > 0;) {
    const end = rest.indexOf('\x0110=', 0, 'latin1')
    const close = end < 0 ? -1 : rest.indexOf(1, frameEnd(rest, end) + 4)
    if (close < 0) return [...violations, `not a whole message: ${printable(rest)}`]
    violations.push(...violationsOf(rest.subarray(0, close + 1)))
    rest = rest.subarray(close + 1)
  }
  return violations
}

/** Our own rule beyond the dictionary: 8 9 35, header ascending, body ascending (groups in their own order), 10. */
export function fieldOrderViolations(bytes: Buffer): string[] {
  const fields = split(bytes)
  const layout = layoutOf(fields[2]?.value ?? '')
  if (layout === undefined) return ['unknown MsgType']
  const violations: string[] = []
  let previous = 0
  let inHeader = true
  for (const { tag } of fields.slice(3, -1)) {
    if (!layout.top.has(tag)) continue
    if (inHeader && !layout.header.has(tag)) {
      inHeader = false
      previous = 0
    }
    if (tag < previous) violations.push(`${tag} stands behind ${previous}`)
    previous = tag
  }
  return violations
}

interface Field {
  readonly tag: number
  readonly value: string
}

interface Member {
  readonly definition: SimpleFieldDefinition
  readonly required: boolean
  readonly rank: number
  /** The entries' members, when the field counts a group. */
  readonly entries?: ReadonlyMap<number, Member>
}

interface Layout {
  readonly top: ReadonlyMap<number, Member>
  readonly header: ReadonlySet<number>
}

const publicDictionary = fileURLToPath(new URL('../data/FIX44.xml', `file://${createRequire(import.meta.url).resolve('jspurefix')}`))
const definitions = await new DefinitionFactory().getDefinitions(publicDictionary)
const layouts = new Map<string, Layout>()

function violationsOf(message: Buffer): string[] {
  const fields = split(message)
  const name = `${fields[2]?.value ?? '?'} ${fields.find(({ tag }) => tag === 34)?.value ?? '?'}`
  const found = [...framingViolations(message, fields)]
  const layout = layoutOf(fields[2]?.value ?? '')
  if (layout === undefined) found.push('MsgType(35) is not in the dictionary')
  else {
    const next = levelViolations(fields, 0, layout.top, undefined, found)
    if (next !== fields.length) found.push(`tag ${fields[next]!.tag} is not defined for this message here`)
  }
  return found.map((violation) => `${name}: ${violation}`)
}

function* framingViolations(message: Buffer, fields: readonly Field[]): Generator<string> {
  if (fields[0]?.tag !== 8 || fields[0].value !== 'FIX.4.4') yield 'does not begin with 8=FIX.4.4'
  if (fields[1]?.tag !== 9 || fields[2]?.tag !== 35) yield 'does not go on with 9 and 35'
  if (fields.at(-1)?.tag !== 10) yield 'does not end with 10'
  const bodyStart = message.indexOf('\x0135=') + 1
  const bodyEnd = message.lastIndexOf('\x0110=') + 1
  if (fields[1]?.value !== String(bodyEnd - bodyStart)) yield `BodyLength(9) is ${fields[1]?.value}, not ${bodyEnd - bodyStart}`
  const sum = message.subarray(0, bodyEnd).reduce((total, byte) => total + byte, 0) % 256
  if (fields.at(-1)?.value !== String(sum).padStart(3, '0')) yield `CheckSum(10) is ${fields.at(-1)?.value}, not ${sum}`
}

/** Checks the fields from `from` on against `members`, until one is not theirs; `delimiter` starts the next entry of a group. */
function levelViolations(
  fields: readonly Field[],
  from: number,
  members: ReadonlyMap<number, Member>,
  delimiter: number | undefined,
  found: string[],
): number {
  const seen = new Set<number>()
  let rank = -1
  let index = from
  while (index < fields.length) {
    const { tag, value } = fields[index]!
    const member = members.get(tag)
    if (member === undefined || (tag === delimiter && index > from)) break
    if (seen.has(tag)) found.push(`tag ${tag} appears twice`)
    if (delimiter !== undefined && member.rank < rank) found.push(`tag ${tag} is out of order in its group`)
    rank = member.rank
    seen.add(tag)
    found.push(...valueViolations(member.definition, value))
    index++
    if (member.entries !== undefined) {
      const start = [...member.entries.keys()][0]!
      let entries = 0
      while (fields[index]?.tag === start) {
        index = levelViolations(fields, index, member.entries, start, found)
        entries++
      }
      if (String(entries) !== value) found.push(`group ${tag}=${value} has ${entries} entries`)
    }
  }
  for (const [tag, { required }] of members) if (required && !seen.has(tag)) found.push(`required tag ${tag} is missing`)
  return index
}

function* valueViolations(definition: SimpleFieldDefinition, value: string): Generator<string> {
  const { tag, type } = definition
  if (value === '') yield `tag ${tag} has no value`
  const form = FORMS[type]
  if (form !== undefined && !form.test(value)) yield `${tag}=${value} is no ${type}`
  if (!definition.isEnum()) return
  const values = type === 'MULTIPLEVALUESTRING' ? value.split(' ') : [value]
  for (const one of values) if (!definition.containsEnum(one)) yield `${tag}=${one} is not in the dictionary's enumeration`
}

const INTEGER = /^-?\d+$/
const DECIMAL = /^-?\d+(\.\d+)?$/
const FORMS: Readonly<Record<string, RegExp | undefined>> = {
  INT: INTEGER,
  SEQNUM: /^\d+$/,
  LENGTH: /^\d+$/,
  NUMINGROUP: /^\d+$/,
  QTY: DECIMAL,
  PRICE: DECIMAL,
  PRICEOFFSET: DECIMAL,
  AMT: DECIMAL,
  FLOAT: DECIMAL,
  PERCENTAGE: DECIMAL,
  BOOLEAN: /^[YN]$/,
  CURRENCY: /^[A-Z]{3}$/,
  UTCTIMESTAMP: /^\d{8}-\d\d:\d\d:\d\d(\.\d{3})?$/,
  UTCTIMEONLY: /^\d\d:\d\d:\d\d(\.\d{3})?$/,
  UTCDATEONLY: /^\d{8}$/,
  LOCALMKTDATE: /^\d{8}$/,
}

function layoutOf(msgType: string): Layout | undefined {
  const message = definitions.message.get(msgType)
  if (message === undefined) return undefined
  let layout = layouts.get(msgType)
  if (layout === undefined) {
    layout = { top: membersOf(message), header: new Set(membersOf(definitions.component.get('StandardHeader')!).keys()) }
    layouts.set(msgType, layout)
  }
  return layout
}

function membersOf(set: IContainedSet): Map<number, Member> {
  const members = new Map<number, Member>()
  const add = (fields: readonly ContainedField[], mandatory: boolean): void => {
    for (const field of fields) {
      const definition = (field as ContainedSimpleField | ContainedGroupField).definition as SimpleFieldDefinition | IContainedSet
      const required = mandatory && field.required
      const rank = members.size
      if (!('fields' in definition)) members.set(definition.tag, { definition, required, rank })
      else if ('noOfField' in definition) {
        const count = definition.noOfField as SimpleFieldDefinition
        members.set(count.tag, { definition: count, required, rank, entries: membersOf(definition) })
      } else add(definition.fields, required)
    }
  }
  add(set.fields, true)
  return members
}

/** Splits at SOH, but for DATA fields, which end where the length field before them says. */
function split(message: Buffer): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < message.length;) {
    const equals = message.indexOf(61, at)
    const tag = Number(message.toString('latin1', at, equals))
    const before = fields.at(-1)
    const isData = definitions.tagToSimple[tag]?.type === 'DATA' && before !== undefined
    const soh = isData ? equals + 1 + Number(before.value) : message.indexOf(1, equals)
    if (equals < 0 || soh < 0) return fields
    fields.push({ tag, value: message.toString('latin1', equals + 1, soh) })
    at = soh + 1
  }
  return fields
}

/** Where the message's `|10=` is: where BodyLength(9) says, so that raw data may contain one; else the first, `fallback`. */
function frameEnd(rest: Buffer, fallback: number): number {
  const header = /^8=[^\x01]*\x019=(\d+)\x01/.exec(rest.toString('latin1', 0, 64))
  const end = header === null ? fallback : header[0].length + Number(header[1]) - 1
  return rest.toString('latin1', end, end + 4) === '\x0110=' ? end : fallback
}

function printable(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\x01', '|')
}
