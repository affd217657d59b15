import { expect, test } from 'vitest'
import { HANDED_OVER, journalCells, type JournalRequest, newJournalCells } from '../../src/storage/journal/journal-protocol.ts'
import { TurnOrder } from '../../src/storage/journal/turn-order.ts'

/**
 * Both threads in one: what the main thread does happens at a point of the writer's turn that the test chooses, which between real threads is
 * up to the scheduler. `seenEmpty` is called when the writer has found the port empty.
 */
class TwoThreads {
  /** what the writer did, in its order */
  readonly done: string[] = []
  seenEmpty: () => void = () => undefined
  private readonly cells = journalCells(newJournalCells()).cells
  private readonly port: JournalRequest[] = []
  private readonly writer: TurnOrder
  private handedOver: number

  /** `committed`: batches before, as HANDED_OVER counts them */
  constructor(committed = 0) {
    this.handedOver = committed
    Atomics.store(this.cells, HANDED_OVER, committed)
    const receive = (): JournalRequest | undefined => {
      const request = this.port.shift()
      if (request === undefined) this.seenEmpty()
      return request
    }
    const take = (request: JournalRequest): void => {
      this.done.push(request.kind === 'run' ? `run ${request.id}` : request.kind)
    }
    this.writer = new TurnOrder({ cells: this.cells, receive, take, commit: () => this.done.push('commit') }, committed)
  }

  handOver(): void {
    this.handedOver = (this.handedOver + 1) | 0
    Atomics.store(this.cells, HANDED_OVER, this.handedOver)
  }

  run(id: number): void {
    this.port.push({ kind: 'run', behind: this.handedOver, id, sql: '', params: [] })
  }

  grow(): void {
    this.port.push({ kind: 'memory', behind: this.handedOver, memory: new SharedArrayBuffer(8) })
  }

  turn(): void {
    this.writer.turn()
  }
}

test('what was posted before a batch is taken before it, what was posted behind it afterwards', () => {
  const threads = new TwoThreads(3)
  threads.run(1)
  threads.handOver()
  threads.run(2)
  threads.turn()
  expect(threads.done).toEqual(['run 1', 'commit', 'run 2'])
})

test('a batch that needs larger memory is written once it is there', () => {
  const threads = new TwoThreads()
  threads.grow()
  threads.handOver()
  threads.turn()
  threads.turn()
  expect(threads.done).toEqual(['memory', 'commit'])
})

test('a request and a batch behind it that come when the port was found empty wait for the next turn, and keep their order', () => {
  const threads = new TwoThreads(1)
  threads.seenEmpty = () => {
    threads.seenEmpty = () => undefined
    threads.run(1)
    threads.grow()
    threads.handOver()
  }
  threads.turn()
  expect(threads.done).toEqual([])
  threads.turn()
  threads.turn()
  expect(threads.done).toEqual(['run 1', 'memory', 'commit'])
})

test('a batch that comes while the port is emptied is written once', () => {
  const threads = new TwoThreads()
  threads.handOver()
  threads.seenEmpty = () => {
    threads.seenEmpty = () => undefined
    threads.run(1)
  }
  threads.turn()
  expect(threads.done).toEqual(['commit'])
  threads.handOver()
  threads.turn()
  threads.turn()
  expect(threads.done).toEqual(['commit', 'run 1', 'commit'])
})

test.each([2 ** 31 - 1, -1])('goes on where the count of batches begins anew: %d', (committed) => {
  const threads = new TwoThreads(committed)
  threads.run(1)
  threads.handOver()
  threads.turn()
  threads.turn()
  threads.run(2)
  threads.turn()
  expect(threads.done).toEqual(['run 1', 'commit', 'run 2'])
})
