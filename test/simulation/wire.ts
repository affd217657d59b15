/** A message as the simulated clients read it: its text, and nothing but a search for each field. */
export class Heard {
  readonly raw: string
  readonly type: string
  readonly number: number
  /** PossDupFlag(43)=Y */
  readonly isDuplicate: boolean

  constructor(raw: string) {
    this.raw = raw
    this.type = this.get(35)!
    const number = this.get(34)!
    this.number = Number(number)
    // the gateway puts it right behind the number
    this.isDuplicate = raw.startsWith('43=Y', raw.indexOf('\x0134=') + number.length + 5)
  }

  get(tag: number): string | undefined {
    const key = (KEYS[tag] ??= `\x01${tag}=`)
    const at = this.raw.indexOf(key)
    if (at < 0) return undefined
    const from = at + key.length
    return this.raw.slice(from, this.raw.indexOf('\x01', from))
  }

  get text(): string {
    return this.raw.replaceAll('\x01', '|')
  }
}

/** what stands before the value of a tag */
const KEYS: string[] = []

/** The messages of a write, each whole. */
export function messagesIn(bytes: Buffer): Heard[] {
  const text = bytes.toString('latin1')
  const messages: Heard[] = []
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\x0110=', from) + 8
    messages.push(new Heard(text.slice(from, end)))
    from = end
  }
  return messages
}

/** How many bytes the messages have that have come whole. */
export function wholeLength(bytes: Buffer): number {
  const end = bytes.lastIndexOf('\x0110=') + CHECKSUM_LENGTH
  if (end < CHECKSUM_LENGTH) return 0
  return end <= bytes.length ? end : wholeLength(bytes.subarray(0, end - CHECKSUM_LENGTH))
}

/** of the end of a message, from the SOH before 10= */
const CHECKSUM_LENGTH = 8

/** Decimal text as whole billionths. */
export function billionths(text: string): number {
  const [whole, fraction = ''] = text.split('.') as [string, string?]
  return Number(whole) * 1e9 + Number(fraction.padEnd(9, '0'))
}

let secondOfText = -1
let textOfSecond = ''

/** `20261120-15:04:05.123` */
export function timestamp(epochMs: number): string {
  const second = Math.floor(epochMs / 1000)
  if (second !== secondOfText) {
    secondOfText = second
    textOfSecond = new Date(second * 1000).toISOString().replaceAll('-', '').replace('T', '-').slice(0, 17)
  }
  return `${textOfSecond}.${String(Math.floor(epochMs) % 1000).padStart(3, '0')}`
}

export interface Composed {
  readonly type: string
  readonly number: number
  readonly from: string
  readonly at: number
  /** further header fields, and fields of the body, `tag=value` with `|` between */
  readonly header?: string
  readonly body: string
  readonly hasBadSum?: boolean
}

/** A message of a client to the gateway. */
export function compose({ type, number, from, at, header = '', body, hasBadSum = false }: Composed): Buffer {
  const said = [`35=${type}|34=${number}|49=${from}|52=${timestamp(at)}|56=GATEWAY`, header, body].filter((part) => part !== '').join('|')
  const fields = `${said.replaceAll('|', '\x01')}\x01`
  const text = `8=FIX.4.4\x019=${fields.length}\x01${fields}`
  let sum = hasBadSum ? 1 : 0
  for (let index = 0; index < text.length; index++) sum += text.charCodeAt(index)
  return Buffer.from(`${text}10=${String(sum % 256).padStart(3, '0')}\x01`, 'latin1')
}
