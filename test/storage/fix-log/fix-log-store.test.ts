import { strict as assert } from 'node:assert'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DataDirectoryError } from '../../../src/storage/directory/data-directory-error.ts'
import { MalformedRecord } from '../../../src/storage/encoding/byte-reader.ts'
import { ByteWriter } from '../../../src/storage/encoding/byte-writer.ts'
import { addMessage, type InboundMessage, type LoggedMessage, messagesOf } from '../../../src/storage/fix-log/fix-log-piece.ts'
import { FixLogStore } from '../../../src/storage/fix-log/fix-log-store.ts'
import { FixLogWriter } from '../../../src/storage/fix-log/fix-log-writer.ts'
import { asNobody, makeReadOnly } from '../support/as-nobody.ts'

const NOON = Date.UTC(2026, 10, 20, 17)
const KEEP = 100

let directory: string
let writer: FixLogWriter
let store: FixLogStore
let complaints: string[]
let timesHeld: number

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fillgate-fix-log-'))
  open()
})

afterEach(() => {
  close()
  rmSync(directory, { recursive: true })
})

function open(): void {
  complaints = []
  timesHeld = 0
  writer = new FixLogWriter(directory, {
    keep: KEEP,
    onBegunAnew: (complaint) => {
      complaints.push(complaint)
      store.reopen()
    },
    onHeld: () => timesHeld++,
  })
  store = new FixLogStore({
    directory,
    write: (memory, length, onWritten) => {
      writer.write(Buffer.from(memory, 0, length))
      onWritten(memory, length)
    },
    hurry: () => assert.fail('what is written at once need not be waited for'),
    beginAnew: (complaint) => writer.beginAnew(complaint),
  })
}

function close(): void {
  store.close()
  writer.close()
}

const raw = (text: string): Buffer => Buffer.from(`8=FIX.4.4\u000158=${text}\u0001`, 'latin1')

function message(given: Partial<InboundMessage>): InboundMessage {
  return { session: 1, sequence: 1, receivedAt: NOON, position: 1, events: 1, ...given }
}

const shown = ({ id, raw: bytes, ...rest }: LoggedMessage) => ({ ...rest, text: bytes.toString('latin1') })

describe('the log of inbound FIX messages', () => {
  test('gives the messages of a session back as they came, in the order of arrival', () => {
    const bytes = raw('\u00e9 any byte \u0000\u00ff')
    store.note(message({ sequence: 5, position: 10, events: 2 }), bytes)
    store.note(message({ session: 2, sequence: 90 }), raw('other'))
    const [before, behind] = [raw('before'), raw('behind')]
    const source = Buffer.concat([before, bytes, behind])
    const later = message({ sequence: 6, position: 12, events: 0, receivedAt: NOON + 1 })
    store.note(later, source, before.length, before.length + bytes.length)
    expect(store.messages({ session: 1 }, 10)).toEqual([])
    store.flush()
    const text = bytes.toString('latin1')
    expect(store.messages({ session: 1 }, 10).map(shown)).toEqual([
      { session: 1, sequence: 5, receivedAt: NOON, position: 10, events: 2, text },
      { session: 1, sequence: 6, receivedAt: NOON + 1, position: 12, events: 0, text },
    ])
  })

  test('keeps a message whole wherever the memory ends that it is copied to', () => {
    const { MAX_SAFE_INTEGER: most } = Number
    const largest: InboundMessage = { session: most, sequence: most, receivedAt: most, position: most, events: most }
    const source = raw('one')
    for (let capacity = 0; capacity < 200; capacity++) {
      const piece = new ByteWriter(capacity)
      addMessage(piece, largest, { source, start: 0, end: source.length })
      expect([...messagesOf(piece.bytes.subarray(0, piece.offset))]).toEqual([{ ...largest, raw: source }])
    }
  })

  test('is searched by sequence numbers and time, page by page', () => {
    for (let index = 0; index < 60; index++) {
      store.note(message({ session: index % 2, sequence: index, receivedAt: NOON + index }), raw(`m${index}`))
      if (index % 7 === 0) store.flush()
    }
    store.flush()
    const query = { session: 0, fromSequence: 10, toSequence: 40, since: NOON + 15 }
    const pages: number[][] = []
    let after: number | undefined
    do {
      const page = store.messages({ ...query, after }, 4)
      pages.push(page.map(({ sequence }) => sequence))
      after = page.at(-1)?.id
    } while (pages.at(-1)!.length === 4)
    expect(pages).toEqual([[16, 18, 20, 22], [24, 26, 28, 30], [32, 34, 36, 38], [40]])
    expect(store.messages({ session: 3 }, 4)).toEqual([])
  })

  test('is searched by sequence numbers also where they came out of their order', () => {
    for (const sequence of [5, 3, 9, 4]) store.note(message({ sequence }), raw('one'))
    store.flush()
    const found = [2, 3, 5, 9, 10].map((sequence) => store.messages({ session: 1, fromSequence: sequence, toSequence: sequence }, 4).length)
    expect(found).toEqual([0, 1, 1, 1, 0])
  })

  test('is searched by time also where the clock was set back between two messages', () => {
    store.note(message({ sequence: 1, receivedAt: NOON }), raw('a'))
    store.note(message({ sequence: 2, receivedAt: NOON - 60_000 }), raw('b'))
    store.flush()
    expect(store.messages({ session: 1, since: NOON }, 4).map(({ sequence }) => sequence)).toEqual([1])
  })

  test('tells which message caused the event at a position', () => {
    store.note(message({ sequence: 1, position: 10, events: 3 }), raw('a'))
    store.note(message({ sequence: 2, position: 13, events: 0 }), raw('b'))
    store.flush()
    store.note(message({ sequence: 3, position: 20, events: 1 }), raw('c'))
    store.flush()
    const sequenceOf = (position: number): number | undefined => store.causeOf(position)?.sequence
    expect([9, 10, 12, 13, 19, 20, 21].map(sequenceOf)).toEqual([undefined, 1, 1, undefined, undefined, 3, undefined])
  })

  test('tells it also where a message had others taken that had waited behind it, and was noted behind them', () => {
    store.note(message({ sequence: 1, position: 8 }), raw('before'))
    store.note(message({ sequence: 0, position: 11 }), raw('waited'))
    store.note(message({ sequence: 2, position: 10, events: 2 }), raw('filled the gap'))
    store.note(message({ sequence: 4, position: 15 }), raw('behind'))
    store.flush()
    expect([8, 9, 10, 11, 12, 15].map((position) => store.causeOf(position)?.sequence)).toEqual([1, undefined, 2, 0, undefined, 4])
  })

  test('names the later message for a position that was given again after a crash', () => {
    store.note(message({ sequence: 1, position: 10, events: 3 }), raw('lost'))
    store.flush()
    store.note(message({ sequence: 2, position: 11, events: 1 }), raw('kept'))
    store.flush()
    expect(store.causeOf(11)?.sequence).toBe(2)
  })

  test('names it also where what was lost had come to very many pieces', () => {
    for (let position = 10; position < 60; position++) {
      store.note(message({ sequence: position, position }), raw('lost'))
      store.flush()
    }
    for (const position of [10, 58]) store.note(message({ sequence: 100 + position, position }), raw('kept'))
    store.flush()
    expect([9, 10, 58, 59, 60].map((position) => store.causeOf(position)?.sequence)).toEqual([undefined, 110, 158, 59, undefined])
  })

  test('does not sort all the pieces before a position for it', () => {
    store.note(message({}), raw('one'))
    store.flush()
    const { prepare } = Database.prototype
    onTestFinished(() => void (Database.prototype.prepare = prepare))
    const plans: string[] = []
    Database.prototype.prepare = function (this: Database.Database, sql: string) {
      if (sql.includes('first_position <=')) {
        const steps = prepare.call(this, `EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`).all([]) as { detail: string }[]
        plans.push(...steps.map(({ detail }) => detail))
      }
      return prepare.call(this, sql)
    } as typeof prepare
    expect(store.causeOf(1)?.sequence).toBe(1)
    expect(plans).not.toEqual([])
    expect(plans).not.toContain('USE TEMP B-TREE FOR ORDER BY')
  })

  test('keeps at least the newest so many, and not many more, over restarts too', () => {
    for (let index = 0; index < 500; index++) {
      store.note(message({ sequence: index, position: index + 1 }), raw(`m${index}`))
      if (index % 10 === 9) store.flush()
      if (index === 250) {
        close()
        open()
      }
    }
    const kept = store.messages({ session: 1 }, 1_000).map(({ sequence }) => sequence)
    expect(kept.length).toBeGreaterThanOrEqual(KEEP)
    expect(kept.length).toBeLessThan(KEEP + 10)
    expect(kept.at(-1)).toBe(499)
    expect(store.causeOf(1)).toBeUndefined()
    const file = new Database(join(directory, 'fix-log.db'), { readonly: true })
    onTestFinished(() => void file.close())
    expect(file.prepare('SELECT count(*) FROM piece_sessions').pluck().get()).toBe(Math.ceil(kept.length / 10))
  })

  test('that is found damaged while it is written begins anew, with the message that was to be written', () => {
    const bytes = Buffer.alloc(10_000, 'x')
    const write = (sequence: number): void => {
      store.note(message({ sequence }), bytes)
      store.flush()
    }
    for (let sequence = 1; sequence <= KEEP; sequence++) write(sequence)
    close()
    open()
    expect(store.messages({ session: 1, fromSequence: KEEP }, 10)).toHaveLength(1)
    const path = join(directory, 'fix-log.db')
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(statSync(path).size - 4096, 0xff), 0, undefined, 4096)
    closeSync(file)
    write(KEEP + 1)
    write(KEEP + 2)
    expect(complaints).toEqual(['database disk image is malformed'])
    expect(store.messages({ session: 1 }, 10).map(({ sequence }) => sequence)).toEqual([KEEP + 1, KEEP + 2])
  })

  test('that is found damaged while it is read begins anew, however sound it is where it is written', () => {
    store.note(message({ sequence: 1 }), Buffer.alloc(400_000, 'x'))
    store.flush()
    close()
    open()
    const path = join(directory, 'fix-log.db')
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(4096, 0xff), 0, undefined, 50 * 4096)
    closeSync(file)
    store.note(message({ sequence: 2, position: 2 }), raw('written'))
    store.flush()
    expect(complaints).toEqual([])
    expect(store.messages({ session: 1 }, 10)).toEqual([])
    expect(complaints).toEqual(['database disk image is malformed'])
    store.note(message({ sequence: 3, position: 3 }), raw('kept'))
    store.flush()
    expect(store.causeOf(3)?.sequence).toBe(3)
    expect(store.messages({ session: 1 }, 10).map(({ sequence }) => sequence)).toEqual([3])
    expect(complaints).toHaveLength(1)
  })

  test('of which a record is damaged, in a file that is sound, asks once to begin anew, and has nothing until it has', () => {
    const asked: string[] = []
    const slow = new FixLogStore({
      directory,
      write: (memory, length) => writer.write(Buffer.from(memory, 0, length)),
      hurry: () => undefined,
      beginAnew: (complaint) => asked.push(complaint),
    })
    onTestFinished(() => slow.close())
    slow.note(message({ sequence: 1 }), raw('lost'))
    slow.flush()
    const other = new Database(join(directory, 'fix-log.db'))
    other.exec("UPDATE pieces SET bytes = x'01'")
    other.close()
    expect([slow.messages({ session: 1 }, 10), slow.causeOf(1), slow.messages({ session: 1 }, 10)]).toEqual([[], undefined, []])
    expect(asked).toHaveLength(1)
    writer.beginAnew(asked[0]!)
    slow.reopen()
    slow.note(message({ sequence: 2 }), raw('kept'))
    slow.flush()
    expect(slow.messages({ session: 1 }, 10).map(({ sequence }) => sequence)).toEqual([2])
  })

  test('that may not be written begins anew; a folder in its place is named', () => {
    store.note(message({ sequence: 1 }), raw('lost'))
    store.flush()
    close()
    const path = join(directory, 'fix-log.db')
    makeReadOnly(path)
    asNobody(directory, open)
    store.note(message({ sequence: 2, position: 2 }), raw('kept'))
    store.flush()
    expect(complaints).toEqual(['attempt to write a readonly database'])
    expect(store.messages({ session: 1 }, 10).map(({ sequence }) => sequence)).toEqual([2])
    close()
    rmSync(path)
    mkdirSync(path)
    expect(open).toThrow(new DataDirectoryError(`${path} is a folder: move it away`))
    rmdirSync(path)
    open()
  })

  test('waits a second for another program that has it locked, has nothing of what comes then, is read meanwhile, and goes on once that lets go', () => {
    const write = (sequence: number): number => {
      const begun = performance.now()
      store.note(message({ sequence, position: sequence }), raw('one'))
      store.flush()
      return performance.now() - begun
    }
    const sequences = (): number[] => store.messages({ session: 1 }, 10).map(({ sequence }) => sequence)
    const other = new Database(join(directory, 'fix-log.db'))
    onTestFinished(() => void other.close())
    write(1)
    const read: number[][] = []
    for (const held of [2, 5]) {
      other.exec('BEGIN EXCLUSIVE')
      expect(write(held)).toBeGreaterThan(900)
      // who has not let go in time is not waited for again
      expect(write(held + 1)).toBeLessThan(900)
      read.push(sequences())
      other.exec('COMMIT')
      write(held + 2)
    }
    expect([...read, sequences()]).toEqual([[1], [1, 4], [1, 4, 7]])
    expect({ timesHeld, complaints }).toEqual({ timesHeld: 2, complaints: [] })
  })

  test('is not begun anew for what another file would not mend', () => {
    store.note(message({ sequence: 1 }), raw('kept'))
    store.flush()
    expect(() => writer.write(Buffer.of(1))).toThrow(MalformedRecord)
    expect(store.messages({ session: 1 }, 10).map(({ sequence }) => sequence)).toEqual([1])
    expect(complaints).toEqual([])
  })

  test('is read a part at a time by whoever asks for few bytes, to its end', () => {
    for (const sequence of [1, 2, 3]) {
      store.note(message({ sequence }), raw('one'))
      store.note(message({ session: 2, sequence }), raw('of somebody else'))
      store.flush()
    }
    const found: LoggedMessage[] = []
    const lengths: number[] = []
    for (let isMore = true; isMore;) {
      const part = store.messages({ session: 1, fromSequence: 2, after: found.at(-1)?.id }, 10, 1)
      found.push(...part)
      lengths.push(part.length)
      isMore = part.length > 0
    }
    expect(lengths).toEqual([1, 1, 0])
    expect(found.map(({ sequence }) => sequence)).toEqual([2, 3])
    expect(store.messages({ session: 1 }, 10)).toHaveLength(3)
  })

  test('is opened, and keeps what it has, while another program has it locked', () => {
    store.note(message({ sequence: 1 }), raw('before'))
    store.flush()
    close()
    const other = new Database(join(directory, 'fix-log.db'))
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    open()
    store.note(message({ sequence: 2 }), raw('lost'))
    store.flush()
    other.exec('COMMIT')
    store.note(message({ sequence: 3 }), raw('after'))
    store.flush()
    expect(store.messages({ session: 1 }, 10).map(({ sequence }) => sequence)).toEqual([1, 3])
    expect({ timesHeld, complaints }).toEqual({ timesHeld: 1, complaints: [] })
  })

  test('has what was noted last before it was closed', () => {
    store.note(message({ sequence: 1 }), raw('last'))
    close()
    open()
    expect(store.messages({ session: 1 }, 10).map(({ sequence }) => sequence)).toEqual([1])
  })

  test('is written once so much of it waits that a crash would take too much, or memory', () => {
    const written: number[] = []
    const counted = new FixLogStore({
      directory,
      write: (_, length) => written.push(length),
      hurry: () => undefined,
      beginAnew: () => undefined,
    })
    const large = Buffer.alloc(60 * 1024)
    counted.note(message({}), large)
    counted.offer()
    expect(written).toEqual([])
    counted.note(message({}), large)
    counted.offer()
    expect(written.length).toBe(1)
    for (let index = 0; index < 100; index++) counted.note(message({}), large)
    expect(written.length).toBe(2)
    expect(written[1]).toBeGreaterThan(4 * 1024 * 1024)
    counted.close()
    expect(written.length).toBe(3)
  })

  test('tells each who waits as soon as it can be read what had been noted then', async () => {
    const done: (() => void)[] = []
    const slow = new FixLogStore({
      directory,
      write: (memory, length, onWritten) => done.push(() => onWritten(memory, length)),
      hurry: () => undefined,
      beginAnew: () => undefined,
    })
    const told: string[] = []
    const waits = (name: string): Promise<void> => {
      slow.note(message({}), raw(name))
      return slow.written().then(() => void told.push(name))
    }
    const both = [waits('first'), waits('second')]
    done[0]!()
    await both[0]
    expect(told).toEqual(['first'])
    done[1]!()
    await both[1]
    expect(told).toEqual(['first', 'second'])
    slow.close()
  })

  test('has what somebody waits for written without a rest', async () => {
    const asked: string[] = []
    const handedOver: (() => void)[] = []
    const slow = new FixLogStore({
      directory,
      write: (memory, length, onWritten) => {
        asked.push('written some time')
        handedOver.push(() => onWritten(memory, length))
      },
      hurry: () => void asked.push('written now'),
      beginAnew: () => assert.fail('it is sound'),
    })
    slow.note(message({ sequence: 1 }), Buffer.from('8=FIX.4.4'))
    const written = slow.written()
    expect(asked).toEqual(['written some time', 'written now'])
    handedOver.forEach((done) => done())
    await written
    await slow.written()
    expect(asked).toHaveLength(2)
    slow.close()
  })

  test('drops messages rather than fill the memory when nothing is written, and goes on once it is', () => {
    const handedOver: (() => void)[] = []
    const stalled = new FixLogStore({
      directory,
      write: (memory, length, onWritten) => handedOver.push(() => onWritten(memory, length)),
      hurry: () => undefined,
      beginAnew: () => undefined,
    })
    const large = Buffer.alloc(1024 * 1024)
    for (let index = 0; index < 80; index++) {
      stalled.note(message({ sequence: index }), large)
      stalled.flush()
    }
    expect(stalled.dropped).toBeGreaterThan(10)
    expect(stalled.dropped).toBeLessThan(20)
    const { dropped } = stalled
    for (const written of handedOver.splice(0)) written()
    stalled.note(message({ sequence: 80 }), large)
    stalled.flush()
    expect({ dropped: stalled.dropped, handedOver: handedOver.length }).toEqual({ dropped, handedOver: 1 })
  })
})
