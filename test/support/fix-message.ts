import { maskedView } from '../../src/fix/message-log/log-rendering.ts'
import { MessageView } from '../../src/fix/wire/message-view.ts'

/** A received message: its text with `|` for SOH, and its fields. */
export class FixMessage {
  readonly text: string
  readonly fields: readonly (readonly [tag: number, value: string])[]

  constructor(raw: string) {
    this.text = raw.replaceAll('\x01', '|')
    this.fields = raw
      .slice(0, -1)
      .split('\x01')
      .map((field) => [Number(field.slice(0, field.indexOf('='))), field.slice(field.indexOf('=') + 1)] as const)
  }

  /** The first field with the tag. */
  get(tag: number): string | undefined {
    return this.fields.find(([found]) => found === tag)?.[1]
  }

  get type(): string {
    return this.get(35)!
  }

  get number(): number {
    return Number(this.get(34))
  }

  /** `35=8|150=F|39=1`: the tags asked for, in that order; absent ones are left out. */
  pick(...tags: readonly number[]): string {
    return tags.flatMap((tag) => (this.get(tag) === undefined ? [] : [`${tag}=${this.get(tag)!}`])).join('|')
  }

  /** Everything behind the header and before the checksum. */
  get body(): string {
    return this.fields
      .filter(([tag]) => !HEADER_TAGS.has(tag) && tag !== 10)
      .map(([tag, value]) => `${tag}=${value}`)
      .join('|')
  }
}

const HEADER_TAGS = new Set([8, 9, 35, 34, 43, 49, 50, 52, 56, 57, 90, 91, 97, 115, 116, 122, 128, 129, 142, 143, 144, 145])

/** `8=…|9=…| … |10=…|` around the fields given; BodyLength and CheckSum are right unless said otherwise. */
export function frame(
  body: string,
  { beginString = 'FIX.4.4', bodyLength, checkSum }: { beginString?: string; bodyLength?: number; checkSum?: string } = {},
): Buffer {
  const fields = Buffer.from(`${body.replaceAll('|', '\x01')}\x01`, 'latin1')
  const head = Buffer.from(`8=${beginString}\x019=${bodyLength ?? fields.length}\x01`, 'latin1')
  const whole = Buffer.concat([head, fields])
  const sum = whole.reduce((total, byte) => total + byte, 0) % 256
  return Buffer.concat([whole, Buffer.from(`10=${checkSum ?? String(sum).padStart(3, '0')}\x01`, 'latin1')])
}

/** `20261120-15:04:05.123` */
export const utcTimestamp = (epochMs: number): string => new Date(epochMs).toISOString().replaceAll('-', '').replace('T', '-').slice(0, 21)

/** One whole message as the log shows it to people. */
export function maskedText(bytes: Buffer): string {
  const view = new MessageView()
  return view.load(bytes, 0, bytes.length) ? maskedView(view) : ''
}
