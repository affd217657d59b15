import type { Field } from './message-shapes.ts'

/** What the stream is to a reader that was written from the rules of engagement alone, with text and patterns. */
export interface PlainReading {
  /** messages as `|`-separated fields, `garbled …`, `too long …`, in the order of the stream */
  readonly seen: readonly string[]
  /** fields of the messages */
  readonly messages: readonly (readonly Field[])[]
  /** whether the next message would be read: nothing is waited for, nothing is being dropped */
  readonly isBetweenMessages: boolean
  /** nothing more is read: BodyLength(9) was over the limit */
  readonly isOver: boolean
}

/** LENGTH fields of FIX 4.4 and the DATA field that each counts. */
const DATA_BY_LENGTH: ReadonlyMap<number, number> = new Map([
  ...([[90, 91], [93, 89], [95, 96], [212, 213], [348, 349], [350, 351], [352, 353], [354, 355], [356, 357], [358, 359]] as const),
  ...([[360, 361], [362, 363], [364, 365], [445, 446], [618, 619], [621, 622]] as const),
]) // prettier-ignore

/** All of the stream at once: rules of engagement, section 2, "Framing". */
export function readPlainly(bytes: Uint8Array, maxBodyLength: number): PlainReading {
  const text = Buffer.from(bytes).toString('latin1')
  const seen: string[] = []
  const messages: (readonly Field[])[] = []
  const ended = (how: 'between' | 'inside' | 'over'): PlainReading => ({
    seen,
    messages,
    isBetweenMessages: how === 'between',
    isOver: how === 'over',
  })
  let isSkipping = false
  let at = 0
  while (at < text.length) {
    const header = match(/8=[^\x01=]{1,16}\x019=(\d{1,12})/y, text, at)
    const digits = header?.[1]
    const behind = header === undefined ? '' : text.slice(at + header[0].length, at + header[0].length + 1)
    const isOverlong = digits?.length === 12 && /^\d$/.test(behind) && Number(digits) > maxBodyLength
    if (digits !== undefined && (behind === '\x01' || isOverlong)) {
      isSkipping = false
      const length = Number(digits)
      if (length > maxBodyLength) {
        seen.push(`too long ${length}`)
        return ended('over')
      }
      const end = at + header![0].length + 1 + length
      if (end + 7 > text.length) return ended('inside')
      const checkSum = match(/\x0110=(\d{3})\x01/y, text, end - 1)?.[1]
      if (checkSum === undefined) {
        seen.push('garbled body-length')
        const trailer = text.indexOf('\x0110=', end - 1)
        const close = trailer < 0 ? -1 : text.indexOf('\x01', trailer + 4)
        if (close < 0) return ended('inside')
        at = close + 1
        continue
      }
      const whole = text.slice(at, end + 7)
      const fields = fieldsOf(whole)
      if (sumOf(text, at, end) !== Number(checkSum)) seen.push('garbled checksum')
      else if (fields === undefined) seen.push('garbled unparsable')
      else {
        seen.push(whole.replaceAll('\x01', '|'))
        messages.push(fields)
      }
      at = end + 7
      continue
    }
    if (/^8(=([^\x01=]{0,16}|[^\x01=]{1,16}\x01(9(=\d{0,12})?)?))?$/.test(text.slice(at, at + 40)) && text.length - at < 40)
      return ended('inside')
    const isBadLength = match(/8=[^\x01=]{1,16}\x019=/y, text, at) !== undefined
    if (!isSkipping) seen.push(isBadLength ? 'garbled body-length' : 'garbled not-a-message')
    isSkipping = true
    const next = text.indexOf('8', at + 1)
    at = next < 0 ? text.length : next
  }
  return ended('between')
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function sumOf(text: string, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += text.charCodeAt(at)
  return sum % 256
}

/** Undefined when a field is not `tag=value`, or 8, 9, 35 are not the first three. */
function fieldsOf(text: string): readonly Field[] | undefined {
  const fields: Field[] = []
  for (let at = 0; at < text.length;) {
    const tag = match(/(-?(?:0|[1-9]\d{0,8}))=/y, text, at)
    if (tag === undefined) return undefined
    const start = at + tag[0].length
    let end = text.indexOf('\x01', start)
    const [lengthTag, length] = fields.at(-1) ?? [0, '']
    if (DATA_BY_LENGTH.get(lengthTag) === Number(tag[1]) && /^-?\d+$/.test(length)) {
      const dataEnd = start + Number(length)
      if (Number(length) >= 0 && text[dataEnd] === '\x01') end = dataEnd
    }
    if (end < 0) return undefined
    // -0 is 0
    fields.push([Number(tag[1]) + 0, text.slice(start, end)])
    at = end + 1
  }
  return fields.length > 3 && fields[0]![0] === 8 && fields[1]![0] === 9 && fields[2]![0] === 35 ? fields : undefined
}
