import { performance } from 'node:perf_hooks'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { COMMITS } from './checkpointer-cells.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalReply, JournalRequest, JournalWorkerData } from './journal-protocol.ts'
import { journalCells, LENGTH, POSITION, POSITIONS, SEALED_AT, SIGNAL, SPLIT } from './journal-protocol.ts'
import { isDamage, isDiskFailure } from '../storage-fault.ts'
import { TurnOrder } from './turn-order.ts'

/** The program of the thread that writes journal.db. It takes batches and requests in their order; what the disk does not take ends it. */

const { directory, journal, checkpointer } = workerData as JournalWorkerData
const { cells, numbers } = journalCells(journal)
const checkpointerCells = new Int32Array(checkpointer)
const port = parentPort!
const file = new JournalFile(directory, { checkpointed: true })
let memory = new SharedArrayBuffer(0)
let isClosed = false

const order = new TurnOrder({ cells, receive: () => receiveMessageOnPort(port)?.message as JournalRequest | undefined, commit, take })
for (let seen = 0; !isClosed;) {
  Atomics.wait(cells, SIGNAL, seen)
  seen = Atomics.load(cells, SIGNAL)
  order.turn()
}
file.close()

function commit(): void {
  const started = performance.now()
  const split = numbers[SPLIT]!
  file.append({
    position: numbers[POSITION]!,
    positions: numbers[POSITIONS]!,
    sealedAt: numbers[SEALED_AT]!,
    sessions: Buffer.from(memory, 0, split),
    events: Buffer.from(memory, split, numbers[LENGTH]! - split),
  })
  reply(performance.now() - started)
  wakeCheckpointer()
}

function take(request: JournalRequest): void {
  switch (request.kind) {
    case 'memory':
      memory = request.memory
      return
    case 'run':
      try {
        file.run(request.sql, request.params)
        reply({ kind: 'done', id: request.id })
      } catch (error) {
        // who asked may have it in memory already
        if (isDamage(error) || isDiskFailure(error)) throw error
        reply({ kind: 'refused', id: request.id, message: error instanceof Error ? error.message : String(error) })
      }
      wakeCheckpointer()
      return
    case 'close':
      isClosed = true
      return
    default:
      request satisfies never
  }
}

function reply(message: JournalReply): void {
  port.postMessage(message)
}

function wakeCheckpointer(): void {
  Atomics.add(checkpointerCells, COMMITS, 1)
  Atomics.notify(checkpointerCells, COMMITS)
}
