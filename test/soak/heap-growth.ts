import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

/** What lives on the heap after a full collection: bytes and number of objects by what made them. */
export type Heap = ReadonlyMap<string, { readonly bytes: number; readonly objects: number }>

export interface Growth {
  readonly what: string
  readonly bytes: number
  readonly objects: number
}

/** The options of Node for a process whose heap is to be looked at; its snapshots go into `directory`. */
export const heapOptions = (directory: string): readonly string[] => ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${directory}`]

/** Has the process collect its garbage and write down what is left. It stands still meanwhile, a second or two. */
export async function readHeap(pid: number, directory: string): Promise<Heap> {
  process.kill(pid, 'SIGUSR2')
  const file = await written(directory)
  const heap = heapOf(JSON.parse(readFileSync(file, 'utf8')) as Snapshot)
  rmSync(file)
  return heap
}

export const bytesOf = (heap: Heap): number => [...heap.values()].reduce((sum, { bytes }) => sum + bytes, 0)

/** What has grown most, largest first. */
export function growth(before: Heap, after: Heap): Growth[] {
  const rows = [...after].map(([what, { bytes, objects }]) => {
    const earlier = before.get(what) ?? { bytes: 0, objects: 0 }
    return { what, bytes: bytes - earlier.bytes, objects: objects - earlier.objects }
  })
  return rows.sort((a, b) => b.bytes - a.bytes)
}

/** The form that V8 writes; one row of `nodes` is as long as `node_fields`. */
interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly (readonly string[])[] } }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

function heapOf({ snapshot, nodes, strings }: Snapshot): Heap {
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [number, number, number]
  const heap = new Map<string, { bytes: number; objects: number }>()
  for (let node = 0; node < nodes.length; node += fields.length) {
    const kind = types[0]![nodes[node + type]!]!
    // texts and code have names of their own
    const what = kind === 'object' || kind === 'native' ? `${kind} ${strings[nodes[node + name]!]!}` : `(${kind})`
    const found = heap.get(what) ?? { bytes: 0, objects: 0 }
    heap.set(what, { bytes: found.bytes + nodes[node + size]!, objects: found.objects + 1 })
  }
  return heap
}

/** The file, once it does not grow any more. */
async function written(directory: string): Promise<string> {
  for (let size = -1; ;) {
    await pause(500)
    const file = readdirSync(directory).find((name) => name.endsWith('.heapsnapshot'))
    if (file === undefined) continue
    const now = statSync(join(directory, file)).size
    if (now === size && now > 0) return join(directory, file)
    size = now
  }
}
