/** Copies pieces of some hundred bytes, by words: what `Buffer.copy` makes for each call takes longer than such a copy. */
export class ShortCopies {
  // many pieces come from one buffer and go to one
  private from: Buffer = NOTHING
  private to: Buffer = NOTHING
  private source = viewOf(NOTHING)
  private target = viewOf(NOTHING)

  /** `from[start, end)` to `to[at, …)`. Throws a RangeError where either has not so many bytes. */
  copy(from: Buffer, start: number, end: number, to: Buffer, at: number): void {
    if (from !== this.from) {
      this.from = from
      this.source = viewOf(from)
    }
    if (to !== this.to) {
      this.to = to
      this.target = viewOf(to)
    }
    const { source, target } = this
    const shift = at - start
    let read = start
    for (; read + 4 <= end; read += 4) target.setInt32(read + shift, source.getInt32(read, true), true)
    for (; read < end; read++) target.setUint8(read + shift, source.getUint8(read))
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView => new DataView(buffer, byteOffset, byteLength)

const NOTHING = Buffer.alloc(0)
