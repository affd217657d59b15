import { readFileSync } from 'node:fs'

/** What resident memory consists of, in bytes. */
export interface MemoryParts {
  /** malloc of the main thread and of the others: SQLite's page caches, zlib, crypto, sockets */
  readonly malloc: number
  /** V8's heaps of all threads with their buffers, code and stacks */
  readonly v8: number
  /** programs and files that are mapped */
  readonly files: number
}

/** Of a process now, by the kernel's list of its mappings. */
export const memoryPartsOf = (pid: number): MemoryParts => memoryParts(readFileSync(`/proc/${pid}/smaps`, 'utf8'))

/** glibc gives each thread arenas of 64 MiB, aligned to that; what is not used yet of one can't be touched. */
export function memoryParts(smaps: string): MemoryParts {
  const mappings = mappingsOf(smaps)
  const parts = { malloc: 0, v8: 0, files: 0 }
  for (const [index, { start, end, name, resident }] of mappings.entries()) {
    const next = mappings[index + 1]
    const isArena =
      start % ARENA === 0 && (end - start === ARENA || (next?.start === end && !next.isReadable && next.end === start + ARENA))
    if (name === '[heap]' || (name === '' && isArena)) parts.malloc += resident
    else if (name === '' || name.startsWith('[')) parts.v8 += resident
    else parts.files += resident
  }
  return parts
}

const ARENA = 64 * 2 ** 20

interface Mapping {
  readonly start: number
  readonly end: number
  readonly isReadable: boolean
  /** of the file, or `[heap]` and the like; '' where there is none */
  readonly name: string
  resident: number
}

function mappingsOf(smaps: string): readonly Mapping[] {
  const mappings: Mapping[] = []
  for (const line of smaps.split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+\s*(.*)$/.exec(line)
    const resident = /^Rss:\s+(\d+) kB$/.exec(line)
    if (head) {
      const [start, end] = [head[1]!, head[2]!].map((text) => parseInt(text, 16)) as [number, number]
      mappings.push({ start, end, isReadable: head[3]!.startsWith('r'), name: head[4]!, resident: 0 })
    } else if (resident) mappings.at(-1)!.resident = Number(resident[1]) * 1024
  }
  return mappings
}
