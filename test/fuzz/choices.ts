/**
 * Decisions that are read from bytes: equal bytes make equal inputs, and whoever shortens or lowers the bytes makes a simpler input. When
 * they are used up each choice is the first one.
 */
export class Choices {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** 0 to `count` - 1, at most 65536 of them */
  below(count: number): number {
    const low = this.#bytes[this.#at++] ?? 0
    if (count <= 256) return low % count
    return (low | ((this.#bytes[this.#at++] ?? 0) << 8)) % count
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  /** True once in `count`; false when the bytes are used up. */
  oneIn(count: number): boolean {
    return this.below(count) === count - 1
  }
}
