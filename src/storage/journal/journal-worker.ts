import { performance } from 'node:perf_hooks'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { BYTES, COMMITS } from './checkpointer-cells.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalReply, JournalRequest, JournalWorkerData, RunRequest } from './journal-protocol.ts'
import { journalCells, LENGTH, POSITION, POSITIONS, SEALED_AT, SIGNAL, SPLIT } from './journal-protocol.ts'
import { TurnOrder } from './turn-order.ts'

/** The program of the thread that writes journal.db. It takes batches and requests in their order; what the disk does not take ends it. */

/** a row of another table: about a page */
const ROW_BYTES = 4_096
/** for which the disk is waited once: some milliseconds */
const MOST_ROWS_AT_ONCE = 256
/**
 * A client that waits for each answer has sent its next order by then. To wake a thread whose processor has halted meanwhile takes tens of
 * microseconds, which is a good part of what such a client waits for.
 */
const LONGEST_AWAKE_US = 100
/** how often it is looked whether the files are where they were: also where nothing is committed */
const LOOK_MS = 1_000

const { directory, stayAwakeUs, journal, checkpointer } = workerData as JournalWorkerData
const awakeMs = Math.min(stayAwakeUs, LONGEST_AWAKE_US) / 1_000
const { cells, numbers } = journalCells(journal)
const checkpointerCells = new Int32Array(checkpointer)
const port = parentPort!
const file = new JournalFile(directory, { checkpointed: true })
let memory = new SharedArrayBuffer(0)
/** that have come and are not written yet: each waits only for what has come with it */
let rows: RunRequest[] = []
let isClosed = false

const order = new TurnOrder({ cells, receive: () => receiveMessageOnPort(port)?.message as JournalRequest | undefined, commit, take })
let lookedAt = performance.now()
for (let seen = 0; !isClosed;) {
  stayAwake(seen)
  Atomics.wait(cells, SIGNAL, seen, LOOK_MS)
  seen = Atomics.load(cells, SIGNAL)
  look()
  order.turn()
  writeRows()
}
file.close()

/** Not with each commit: what was committed since the last look is saved too. */
function look(): void {
  if (performance.now() - lookedAt < LOOK_MS) return
  file.requireInPlace()
  lookedAt = performance.now()
}

/** Looks for a moment whether there is more. */
function stayAwake(seen: number): void {
  const until = performance.now() + awakeMs
  while (Atomics.load(cells, SIGNAL) === seen && performance.now() < until);
}

function commit(): void {
  writeRows()
  const started = performance.now()
  const split = numbers[SPLIT]!
  // behind the reply the next batch may be handed over, with a length of its own
  const length = numbers[LENGTH]!
  file.append({
    position: numbers[POSITION]!,
    positions: numbers[POSITIONS]!,
    sealedAt: numbers[SEALED_AT]!,
    sessions: Buffer.from(memory, 0, split),
    events: Buffer.from(memory, split, length - split),
  })
  reply(performance.now() - started)
  wakeCheckpointer(length)
}

function take(request: JournalRequest): void {
  switch (request.kind) {
    case 'memory':
      memory = request.memory
      return
    case 'run':
      rows.push(request)
      if (rows.length === MOST_ROWS_AT_ONCE) writeRows()
      return
    case 'close':
      writeRows()
      file.requireInPlace()
      isClosed = true
      return
    default:
      request satisfies never
  }
}

/** Those that have come together: orders wait for each time that the disk is waited for. */
function writeRows(): void {
  if (rows.length === 0) return
  const written = rows
  rows = []
  file.runAll(written).forEach((refusal, index) => {
    const { id } = written[index]!
    reply(refusal === undefined ? { kind: 'done', id } : { kind: 'refused', id, message: refusal.message })
  })
  wakeCheckpointer(written.length * ROW_BYTES)
}

function reply(message: JournalReply): void {
  port.postMessage(message)
}

function wakeCheckpointer(bytes: number): void {
  Atomics.add(checkpointerCells, BYTES, bytes)
  Atomics.add(checkpointerCells, COMMITS, 1)
  Atomics.notify(checkpointerCells, COMMITS)
}
