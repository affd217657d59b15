import { performance } from 'node:perf_hooks'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { deletingDamaged } from '../directory/expendable-database.ts'
import { FixLogWriter } from '../fix-log/fix-log-writer.ts'
import { Projector } from './projector.ts'
import type { FixLogRequest, ProjectorReply, ProjectorWorkerData } from './projector-protocol.ts'
import { readModelPath } from '../projections/tables/read-model.ts'
import { REST, SIGNAL, STOP, URGENT } from './projector-protocol.ts'
import { yieldToOrders } from '../priority.ts'

/**
 * The program of the thread that writes read.db and fix-log.db. It works in strokes and rests after each in proportion to it, so that the
 * order path has the processors, except while somebody waits for what it does.
 */
const SLICE_EVENTS = 2_000
/**
 * Linux lets a thread go on for a millisecond or two although one that is less nice wants its processor: an order would wait as long. What is
 * done between two breaths is kept as short, but for the commit.
 */
const STROKE_MS = 0.1
/** what a stroke counts for at most: waiting for the disk takes nobody's processor */
const LONGEST_STROKE_MS = 5
/** a shorter rest is saved up: a thread sleeps longer than it asks for by about as much */
const SHORTEST_REST_MS = 0.1
/** a transaction of many slices writes the pages that they share once */
const SLICES_A_TRANSACTION = 8
const IDLE_MS = 1_000
/** each commit is an order's wait; who wants to read what is not there yet does not wait for it */
const LEAST_REST_MS = 100

yieldToOrders()

const { directory, cells: memory, fixLogMessages } = workerData as ProjectorWorkerData
const cells = new Int32Array(memory)
const port = parentPort!
const fixLog = new FixLogWriter(directory, {
  keep: fixLogMessages,
  onBegunAnew: (complaint) => reply({ kind: 'fix-log-begun-anew', complaint }),
  onHeld: () => reply({ kind: 'fix-log-held' }),
})
let strokeBegan = performance.now()
let owedMs = 0

deletingDamaged(readModelPath(directory), () => run(new Projector(directory, breathe)))

function run(projector: Projector): void {
  let slices = 0
  while (Atomics.load(cells, STOP) === 0) {
    const seen = Atomics.load(cells, SIGNAL)
    writeFixLog()
    const events = projector.step(SLICE_EVENTS)
    slices++
    if (slices >= SLICES_A_TRANSACTION || events < SLICE_EVENTS || Atomics.load(cells, URGENT) === 1) {
      slices = 0
      if (projector.commit()) reply({ kind: 'progress', through: projector.projectedThrough })
    }
    breathe()
    if (events === 0) Atomics.wait(cells, SIGNAL, seen, IDLE_MS)
    // many small commits become one transaction
    if (events < SLICE_EVENTS && Atomics.load(cells, REST) > 0) Atomics.wait(cells, URGENT, 0, LEAST_REST_MS)
    strokeBegan = performance.now()
  }
  writeFixLog()
  projector.close()
  fixLog.close()
}

/** Rests where a stroke is over, in all as much as it is told to: what it rests too long once it rests less later. */
function breathe(): void {
  const rest = Atomics.load(cells, REST)
  if (rest === 0) return
  const now = performance.now()
  const workedMs = now - strokeBegan
  if (workedMs < STROKE_MS) return
  strokeBegan = now
  owedMs += (Math.min(workedMs, LONGEST_STROKE_MS) * rest) / 100
  if (owedMs < SHORTEST_REST_MS) return
  const isRested = Atomics.wait(cells, URGENT, 0, owedMs) === 'timed-out'
  strokeBegan = performance.now()
  owedMs = isRested ? Math.max(-LONGEST_STROKE_MS, owedMs - (strokeBegan - now)) : 0
}

function writeFixLog(): void {
  for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
    takeFixLog(received.message as FixLogRequest)
    breathe()
  }
}

function takeFixLog(request: FixLogRequest): void {
  switch (request.kind) {
    case 'piece': {
      const { memory, length } = request
      fixLog.write(Buffer.from(memory, 0, length))
      reply({ kind: 'fix-log', memory, length }, [memory])
      return
    }
    case 'damage':
      fixLog.beginAnew(request.complaint)
      return
    default:
      request satisfies never
  }
}

function reply(message: ProjectorReply, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}
