import { scramble } from '../domain/market/hash-numbers.ts'

/** 32 bits that look random and are the same on every machine: FNV-1a over a text and an integer, then a finalizer. Unsigned. */
export function stableHash(text: string, number: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return scramble(Math.imul(hash ^ number, 0x01000193))
}
