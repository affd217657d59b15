import { expect, test } from 'vitest'
import type { Line } from '../../../src/fix/connection/line.ts'
import { Outbox } from '../../../src/fix/connection/outbox.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const PIECE = 512 * 1024

/** A line whose other side takes what it is told to take. */
class SlowLine implements Line {
  readonly remoteAddress = '10.0.0.1'
  readonly clientCertificate = undefined
  readonly heard: (number | 'end')[] = []
  readonly taken: Buffer[] = []
  readonly #written: { readonly bytes: Buffer; readonly flushed: () => void }[] = []

  write(bytes: Buffer, flushed: () => void): void {
    this.heard.push(bytes.length)
    this.#written.push({ bytes, flushed })
  }

  get backlogBytes(): number {
    return this.#written.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** The system has taken the oldest write. */
  take(): void {
    const { bytes, flushed } = this.#written.shift()!
    this.taken.push(bytes)
    flushed()
  }

  end(): void {
    this.heard.push('end')
  }

  readonly destroy = (): void => undefined
  readonly pause = (): void => undefined
  readonly resume = (): void => undefined
}

function slowOutbox() {
  const line = new SlowLine()
  const clock = new ManualClock()
  return { line, clock, outbox: new Outbox(line, clock, { maxBytes: 4 * 1024 * 1024, maxMs: 10_000 }) }
}

test('who takes piece after piece reads, however long all of it takes', () => {
  const { line, clock, outbox } = slowOutbox()
  const bytes = Buffer.alloc(6 * PIECE + 5, 'abcdefg')
  let released = 0
  outbox.write(bytes, () => released++)
  for (let pieces = 0; pieces < 7; pieces++) {
    clock.advance(9_000)
    expect([outbox.isStuck, outbox.backlogBytes, released]).toEqual([false, bytes.length - pieces * PIECE, 0])
    line.take()
  }
  expect([outbox.isStuck, outbox.backlogBytes, released]).toEqual([false, 0, 1])
  expect(Buffer.concat(line.taken).equals(bytes)).toBe(true)
})

test('who takes nothing for as long as is waited is stuck, and who has too much to read at once', () => {
  const { clock, outbox } = slowOutbox()
  outbox.write(Buffer.alloc(10))
  clock.advance(9_999)
  expect(outbox.isStuck).toBe(false)
  clock.advance(1)
  expect(outbox.isStuck).toBe(true)

  const other = slowOutbox().outbox
  other.write(Buffer.alloc(4 * 1024 * 1024))
  expect(other.isStuck).toBe(false)
  other.write(Buffer.alloc(1))
  expect(other.isStuck).toBe(true)
})

test('what is small goes out at once, in its order', () => {
  const { line, outbox } = slowOutbox()
  for (const size of [10, 20, PIECE, 30]) outbox.write(Buffer.alloc(size))
  expect(line.heard).toEqual([10, 20, PIECE])
  line.take()
  line.take()
  expect(line.heard).toEqual([10, 20, PIECE])
  line.take()
  expect(line.heard).toEqual([10, 20, PIECE, 30])
})

test('the line ends behind everything that was written, also where its reader has yet to take it', () => {
  const { line, outbox } = slowOutbox()
  outbox.write(Buffer.alloc(2 * PIECE + 1))
  outbox.write(Buffer.alloc(7))
  outbox.end()
  expect(line.heard).toEqual([PIECE, PIECE, 1, 7, 'end'])
})

test('who has taken enough is told so', () => {
  const { line, outbox } = slowOutbox()
  const told: string[] = []
  outbox.whenRoom(() => told.push('at once'))
  outbox.write(Buffer.alloc(3 * PIECE))
  outbox.whenRoom(() => told.push('room'))
  line.take()
  line.take()
  expect(told).toEqual(['at once'])
  line.take()
  expect(told).toEqual(['at once', 'room'])
})
