/**
 * Texts that come again and again (symbols, account numbers): a value that is here already costs no decoding, and a Map finds the same string
 * faster than an equal one. Of two texts that share a place the later one stays, so it never grows.
 */
export class TextTable {
  readonly #texts: string[] = new Array<string>(PLACES).fill('')

  /** `bytes[start, end)` with one char per byte (latin1). */
  textOf(bytes: Buffer, start: number, end: number): string {
    let hash = 0
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
    const place = (hash ^ (hash >>> 16)) & (PLACES - 1)
    const known = this.#texts[place]!
    if (isText(bytes, start, end, known)) return known
    const text = bytes.toString('latin1', start, end)
    if (text.length <= LONGEST) this.#texts[place] = text
    return text
  }
}

function isText(bytes: Buffer, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let index = 0; index < text.length; index++) if (bytes[start + index] !== text.charCodeAt(index)) return false
  return true
}

const PLACES = 1024
/** what a client sends must not fill the memory */
const LONGEST = 64
