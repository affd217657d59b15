import { fileURLToPath } from 'node:url'
import { MessageView } from '../../../src/fix/wire/message-view.ts'

/** Absolute path of our dialect. */
export const DICTIONARY = fileURLToPath(new URL('../../../fix-dictionary/FIX44.xml', import.meta.url))

/** `35=0|34=2|…` (from 35 to before 10, `|` for SOH) as a whole message, with BodyLength(9) and CheckSum(10). */
export function fix(body: string, beginString = 'FIX.4.4'): Buffer {
  const bytes = Buffer.from(body.endsWith('|') ? soh(body) : soh(`${body}|`), 'latin1')
  return sealed(Buffer.concat([Buffer.from(`8=${beginString}\x019=${bytes.length}\x01`), bytes]))
}

/** `bytes` with the CheckSum(10) that they call for. */
export function sealed(bytes: Buffer): Buffer {
  const sum = bytes.reduce((total, byte) => total + byte, 0) % 256
  return Buffer.concat([bytes, Buffer.from(`10=${String(sum).padStart(3, '0')}\x01`)])
}

/** `|` for SOH, and back. */
export const soh = (text: string): string => text.replaceAll('|', '\x01')
export const pipes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').replaceAll('\x01', '|')

/** A view of one message. Throws when it cannot be parsed. */
export function viewOf(message: Buffer): MessageView {
  const view = new MessageView()
  if (!view.load(message, 0, message.length)) throw new Error(`unparsable: ${pipes(message)}`)
  return view
}

/** The view's fields as `tag=value|…`. */
export function fieldsOf(view: MessageView): string {
  return Array.from({ length: view.fieldCount }, (_, index) => `${view.tagAt(index)}=${view.stringAt(index)}|`).join('')
}
