import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { COMMITS } from './checkpointer-cells.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalReply, JournalRequest, JournalWorkerData } from './journal-protocol.ts'

/** The program of the thread that writes journal.db. It takes requests in order; a batch that cannot be written ends it. */

const { directory, checkpointer } = workerData as JournalWorkerData
const cells = new Int32Array(checkpointer)
const port = parentPort!
const file = new JournalFile(directory, { checkpointed: true })

port.on('message', (request: JournalRequest) => {
  switch (request.kind) {
    case 'commit': {
      const { position, positions, sealedAt, memory, split, length } = request
      const started = performance.now()
      file.append({
        position,
        positions,
        sealedAt,
        sessions: Buffer.from(memory, 0, split),
        events: Buffer.from(memory, split, length - split),
      })
      reply({ kind: 'durable', memory, writeMs: performance.now() - started }, [memory])
      wakeCheckpointer()
      return
    }
    case 'run':
      try {
        file.run(request.sql, request.params)
        reply({ kind: 'done', id: request.id })
      } catch (error) {
        reply({ kind: 'refused', id: request.id, message: error instanceof Error ? error.message : String(error) })
      }
      wakeCheckpointer()
      return
    case 'close':
      file.close()
      port.close()
      return
    default:
      request satisfies never
  }
})

function reply(message: JournalReply, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}

function wakeCheckpointer(): void {
  Atomics.add(cells, COMMITS, 1)
  Atomics.notify(cells, COMMITS)
}
