import type { Dictionary } from './dictionary.ts'
import { type FixMessage, valueOf } from './fix-message.ts'
import type { Json } from './rest-client.ts'
import type { Block, Piece } from './two-columns.ts'

/** Header fields, and what says the same in every message of the demo. */
const UNSHOWN: ReadonlySet<number> = new Set([34, 35, 43, 49, 52, 56, 60, 98, 122, 167])
/** What a reader looks for, in this order; what else there is comes behind it, faint. */
const TELLING = [150, 39, 11, 41, 54, 55, 38, 40, 44, 32, 31, 14, 151, 6, 103, 102, 58]
const UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A FIX message in names: `OrdStatus(39)=1 Partially filled`. */
export function decodedFix(who: string, direction: 'sent' | 'received', message: FixMessage, dictionary: Dictionary): Block {
  const msgType = message[0]![1]
  const name = `${dictionary.messageName(msgType)} (35=${msgType})`
  return {
    heading: direction === 'sent' ? `${who} → ${name}` : `${who} ← ${name}`,
    style: direction,
    pieces: inReadingOrder(message).map(([tag, value]) => pieceOf(tag, value, dictionary)),
  }
}

/** A copy for the drop-copy session, in one line: its content is that of the report beside it. */
export function decodedCopy(who: string, message: FixMessage, dictionary: Dictionary): Block {
  const execType = valueOf(message, 150)!
  const status = valueOf(message, 39)!
  const words = new Set([dictionary.valueName(150, execType) ?? execType, dictionary.valueName(39, status) ?? status])
  return { heading: `${who} ← copy of ${valueOf(message, 11) ?? '?'}: ${[...words].join(', ').toLowerCase()}`, style: 'copy', pieces: [] }
}

/** A REST request: its path with shortened ids, and its body. */
export function decodedRequest(method: string, path: string, body: Json | undefined): Block {
  return {
    heading: `REST → ${method} ${path.split('/').map(shortened).join('/')}`,
    style: 'sent',
    pieces: Object.entries(body ?? {}).map(([name, value]) => ({ text: `${name}: ${textOf(value)}`, style: 'plain' as const })),
  }
}

/** A REST answer: those of its members that `shown` names, all of them without it. */
export function decodedAnswer(status: number, body: Json, shown?: readonly string[]): Block {
  const names = Object.keys(body).filter((name) => status >= 400 || (shown?.includes(name) ?? true))
  return {
    heading: `REST ← ${status}`,
    style: 'received',
    pieces: names.map((name) => ({ text: `${name}: ${textOf(body[name])}`, style: 'plain' as const })),
  }
}

function inReadingOrder(message: FixMessage): FixMessage {
  const shown = message.filter(([tag]) => !UNSHOWN.has(tag))
  const telling = TELLING.flatMap((tag) => shown.filter(([candidate]) => candidate === tag))
  return [...telling, ...shown.filter((field) => !telling.includes(field))]
}

function pieceOf(tag: number, value: string, dictionary: Dictionary): Piece {
  const name = dictionary.valueName(tag, value)
  return {
    text: `${dictionary.fieldName(tag)}(${tag})=${shortened(value)}${name === undefined ? '' : ` ${name}`}`,
    style: TELLING.includes(tag) ? 'plain' : 'faint',
  }
}

/** The first eight characters of a UUID are enough to recognise it. */
function shortened(text: string): string {
  const match = UUID.exec(text)
  return match ? `${match[1]!}…` : text
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? shortened(value) : JSON.stringify(value)
}
