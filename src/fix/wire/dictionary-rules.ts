import type {
  ContainedComponentField,
  ContainedField,
  ContainedGroupField,
  ContainedSimpleField,
  FixDefinitions,
  IContainedSet,
  SimpleFieldDefinition,
} from 'jspurefix'
import { DefinitionFactory } from '../connection/jspurefix.ts'
import { Enumeration } from './enumeration.ts'
import { FIELD_TYPES } from './field-types.ts'
import { msgTypeCode } from './message-view.ts'

/** The dictionary as tables by tag, compiled once at start: what `validateMessage` looks up per field is one load. */
export interface DictionaryRules {
  /** FIELD_TYPES by tag; 0 for a tag that the dictionary does not name. */
  readonly types: Uint8Array
  /** Names by tag: `ClOrdID` at 11. */
  readonly names: readonly (string | undefined)[]
  /** The values of a tag, where it has a list of them. */
  readonly enumerations: readonly (Enumeration | undefined)[]
  /** Layouts by `msgTypeCode`. */
  readonly layouts: ReadonlyMap<number, MessageLayout>
  /** Header and trailer alone: for messages of FIX 4.4 that the dictionary does not lay out. */
  readonly envelope: MessageLayout
  /** Every MsgType(35) of FIX 4.4: the enumeration of field 35. */
  readonly standardMsgTypes: ReadonlySet<string>
}

export interface MessageLayout {
  /** '' for the envelope. */
  readonly msgType: string
  readonly name: string
  /** By tag: where in the message the tag belongs, packed (`placeOf` … below); 0 when it does not belong in it. */
  readonly places: Int32Array
  /** Tags that must be present outside of groups. */
  readonly required: Int32Array
  /** By group number, which counts from 1; entry 0 is unused. */
  readonly groups: readonly GroupLayout[]
}

export interface GroupLayout {
  readonly countTag: number
  /** The tag that starts each entry. */
  readonly delimiter: number
  /** It has an entry at least, in the message or in each entry of the group around it. */
  readonly isRequired: boolean
  /** Tags that each entry must have. */
  readonly required: Int32Array
  /** All tags of an entry, those of nested groups included. */
  readonly members: ReadonlySet<number>
}

export const HEADER = 1
export const BODY = 2
const TRAILER = 3

/** HEADER, BODY or TRAILER; 0 for a tag that does not belong. */
export const sectionOf = (place: number): number => place & 3
/** Number of the group that the tag is a member of; 0 outside of groups. */
export const groupOf = (place: number): number => (place >> 2) & 0xff
/** The tag's rank among the fields of its group. */
export const rankOf = (place: number): number => (place >> 10) & 0x3ff
/** Number of the group that the tag counts; 0 when it counts none. */
export const countedGroupOf = (place: number): number => (place >> 20) & 0xff

/** Reads a QuickFIX-style dictionary as jspurefix has it. @param path absolute. @throws when it cannot be read */
export function loadDefinitions(path: string): Promise<FixDefinitions> {
  return new DefinitionFactory().getDefinitions(path)
}

/** @param definitions as `loadDefinitions` has them. @throws when they name a type or layout that we do not know */
export function compileDictionaryRules(definitions: FixDefinitions): DictionaryRules {
  const fields = [...definitions.simple.values()]
  const highest = Math.max(...fields.map((field) => field.tag))
  const types = new Uint8Array(highest + 1)
  const names: (string | undefined)[] = new Array<undefined>(highest + 1).fill(undefined)
  const enumerations: (Enumeration | undefined)[] = new Array<undefined>(highest + 1).fill(undefined)
  for (const field of fields) {
    types[field.tag] = typeOf(field)
    names[field.tag] = field.name
    if (field.isEnum()) enumerations[field.tag] = new Enumeration([...field.enums.keys()])
  }
  const messages = [...definitions.message.values()]
  const envelope = messages[0]!.fields.filter((field) => field.name === STANDARD_HEADER || field.name === STANDARD_TRAILER)
  return {
    types,
    names,
    enumerations,
    layouts: new Map(
      messages.map((message) => [msgTypeCode(message.msgType), layoutOf(message.msgType, message.name, message.fields, highest)]),
    ),
    envelope: layoutOf('', 'Envelope', envelope, highest),
    standardMsgTypes: new Set(definitions.simple.get('MsgType')!.enums.keys()),
  }
}

function typeOf(field: SimpleFieldDefinition): number {
  const type = FIELD_TYPES[field.type as keyof typeof FIELD_TYPES] as number | undefined
  if (type === undefined) throw new Error(`dictionary: field ${field.name} (${field.tag}) has the unknown type ${field.type}`)
  return type
}

function layoutOf(msgType: string, name: string, fields: readonly ContainedField[], highest: number): MessageLayout {
  const places = new Int32Array(highest + 1)
  const required: number[] = []
  const groups: GroupLayout[] = [{ countTag: 0, delimiter: 0, isRequired: false, required: new Int32Array(0), members: new Set() }]

  const place = (tag: number, section: number, group: number, rank: number, countedGroup: number): void => {
    // A tag with two places would need more context than one table load; FIX 4.4 has no such message.
    if (places[tag] !== 0) throw new Error(`dictionary: tag ${tag} appears twice in ${name}`)
    places[tag] = section | (group << 2) | (rank << 10) | (countedGroup << 20)
  }

  /** Lays out `fields`, members of `group` (0: none); returns the tags in order, those of nested groups behind their count. */
  const lay = (
    fields: readonly ContainedField[],
    section: number,
    group: number,
    mandatory: number[] | undefined,
    ranks: { next: number },
  ): number[] =>
    fields.flatMap((field) => {
      const mandatoryHere = field.required ? mandatory : undefined
      if (isComponent(field)) {
        const inner = field.name === STANDARD_HEADER ? HEADER : field.name === STANDARD_TRAILER ? TRAILER : section
        return lay(field.definition.fields, inner, group, mandatoryHere, ranks)
      }
      if (isGroup(field)) {
        const countTag = field.definition.noOfField!.tag
        const number = groups.length
        groups.push(groups[0]!)
        place(countTag, section, group, ranks.next++, number)
        const requiredMembers: number[] = []
        const members = lay(field.definition.fields, section, number, requiredMembers, { next: 0 })
        groups[number] = {
          countTag,
          delimiter: members[0]!,
          isRequired: mandatoryHere !== undefined,
          required: Int32Array.from(requiredMembers),
          members: new Set(members),
        }
        mandatoryHere?.push(countTag)
        return [countTag, ...members]
      }
      const { tag } = (field as ContainedSimpleField).definition
      place(tag, section, group, ranks.next++, 0)
      mandatoryHere?.push(tag)
      return [tag]
    })

  lay(fields, BODY, 0, required, { next: 0 })
  return { msgType, name, places, required: Int32Array.from(required), groups }
}

// jspurefix tells its kinds of fields apart by class; the set that a component or group leads to is how we do.
function isGroup(field: ContainedField): field is ContainedGroupField {
  return 'noOfField' in (field as ContainedGroupField).definition
}

function isComponent(field: ContainedField): field is ContainedComponentField {
  const definition = (field as ContainedComponentField).definition as Partial<IContainedSet>
  return definition.fields !== undefined && !isGroup(field)
}

const STANDARD_HEADER = 'StandardHeader'
const STANDARD_TRAILER = 'StandardTrailer'
