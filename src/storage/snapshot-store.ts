import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { requireRoom } from './directory/data-directory.ts'
import { sync } from './directory/durable-file.ts'

/** State as it was after the event at `position`, in whatever form its owner gave it. */
export interface StoredSnapshot {
  readonly position: number
  readonly bytes: Buffer
}

/** A snapshot on its way into a file. */
export interface SavedSnapshot {
  readonly position: number
  /** the journal's chain there */
  readonly chain: Buffer
  readonly bytes: Uint8Array
}

/** A file that was passed over, and why. */
export interface IgnoredSnapshot {
  readonly file: string
  readonly reason: string
}

const MAGIC = Buffer.from('FILLGATE-SNAP-9\n')
const CHAIN_BYTES = 32
const HASH_BYTES = 32
const POSITION_AT = MAGIC.length
const CHAIN_AT = POSITION_AT + 8
const HEADER_BYTES = CHAIN_AT + CHAIN_BYTES
const SLICE_BYTES = 2 * 1024 * 1024
const KEPT = 2

/**
 * Snapshots of a data directory: files `state-<position>.snapshot`, the newest two. They only save time: one that is damaged
 * or that does not belong to the journal is passed over, and without any the journal is replayed from its beginning.
 */
export class SnapshotStore {
  private readonly directory: string

  constructor(directory: string) {
    this.directory = directory
    for (const file of filesOf(directory, 'snapshot.partial')) rmSync(join(directory, file))
  }

  /**
   * Keeps the state after `position`; `chain` is the journal's value there (`JournalReader.chainThrough`). Written in slices between which
   * other work is done; `bytes` must not change meanwhile. Whole or not at all; not where commits would be left too little room.
   */
  async save({ position, chain, bytes }: SavedSnapshot): Promise<void> {
    requireRoom(this.directory, bytes.length, 'the snapshot')
    const file = this.fileAt(position)
    const partial = `${file}.partial`
    try {
      await writeSnapshot(partial, { position, chain, bytes })
      await rename(partial, file)
    } catch (error) {
      // it may have been the room that was missing
      rmSync(partial, { force: true })
      throw error
    }
    this.removeOthers(position)
    sync(this.directory)
  }

  /**
   * The newest sound snapshot of this journal, with what was passed over on the way to it. `chainThrough` is the journal's: it tells whether
   * the snapshot's past is this journal's past.
   */
  latest(chainThrough: (position: number) => Buffer | undefined): {
    readonly snapshot: StoredSnapshot | undefined
    readonly ignored: readonly IgnoredSnapshot[]
  } {
    return newestSnapshot(this.directory, chainThrough)
  }

  /** Beside the one of a position stays the one before it. Those behind it are of a journal that has lost its end since. */
  private removeOthers(position: number): void {
    const newest = this.fileAt(position)
    const files = newestFirst(this.directory).map((file) => join(this.directory, file))
    const place = files.indexOf(newest)
    for (const [index, file] of files.entries()) if (index < place || index >= place + KEPT) rmSync(file)
  }

  private fileAt(position: number): string {
    return join(this.directory, `state-${String(position).padStart(16, '0')}.snapshot`)
  }
}

/** See `SnapshotStore.latest`; for who only reads, beside a gateway that may be writing. */
export function newestSnapshot(
  directory: string,
  chainThrough: (position: number) => Buffer | undefined,
): ReturnType<SnapshotStore['latest']> {
  const ignored: IgnoredSnapshot[] = []
  for (const file of newestFirst(directory)) {
    const found = read(join(directory, file), chainThrough)
    if (typeof found !== 'string') return { snapshot: found, ignored }
    ignored.push({ file, reason: found })
  }
  return { snapshot: undefined, ignored }
}

/** Of a data directory, by the name of its newest snapshot, whether that is sound or not; 0 without one. */
export function newestSnapshotPosition(directory: string): number {
  return Number(/-(\d+)\.snapshot$/.exec(newestFirst(directory)[0] ?? '')?.[1] ?? 0)
}

function newestFirst(directory: string): string[] {
  return filesOf(directory, 'snapshot').sort().reverse()
}

function filesOf(directory: string, extension: 'snapshot' | 'snapshot.partial'): string[] {
  const pattern = new RegExp(`^state-\\d+\\.${extension}$`)
  return readdirSync(directory).filter((file) => pattern.test(file))
}

/** The snapshot of a file, or why it is none. */
function read(file: string, chainThrough: (position: number) => Buffer | undefined): StoredSnapshot | string {
  let content: Buffer
  try {
    content = readFileSync(file)
  } catch (error) {
    return `it can't be read: ${(error as Error).message}`
  }
  if (content.length < HEADER_BYTES + HASH_BYTES) return 'it is cut short'
  if (!content.subarray(0, MAGIC.length).equals(MAGIC)) return 'it is no snapshot of this version'
  const end = content.length - HASH_BYTES
  const hash = createHash('sha256').update(content.subarray(0, end)).digest()
  if (!hash.equals(content.subarray(end))) return 'it was cut short or altered: its hash does not fit'
  const position = Number(content.readBigUInt64BE(POSITION_AT))
  const chain = chainThrough(position)
  if (chain === undefined) return `the journal has no batch that ends with position ${position}`
  if (!chain.equals(content.subarray(CHAIN_AT, HEADER_BYTES)))
    return `it belongs to another journal: the chain at position ${position} differs`
  return { position, bytes: content.subarray(HEADER_BYTES, end) }
}

async function writeSnapshot(path: string, { position, chain, bytes }: SavedSnapshot): Promise<void> {
  const header = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeBigUInt64BE(BigInt(position), POSITION_AT)
  chain.copy(header, CHAIN_AT)
  const hash = createHash('sha256')
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(hashed(hash, header))
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      await handle.writeFile(hashed(hash, bytes.subarray(start, start + SLICE_BYTES)))
    }
    await handle.writeFile(hash.digest())
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function hashed(hash: Hash, bytes: Uint8Array): Uint8Array {
  hash.update(bytes)
  return bytes
}
