import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DueList } from '../../../src/engine/time/due-list.ts'

const step = fc.oneof(
  fc.record({ type: fc.constant('add' as const), number: fc.nat(20), dueAt: fc.nat(9) }),
  fc.record({ type: fc.constant('remove' as const), number: fc.nat(20) }),
  fc.constant({ type: 'take' as const }),
)

test('what waits is had soonest first, and by number where that is the same, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const list = new DueList<{ number: number; dueAt: number }>()
      let waiting: { number: number; dueAt: number }[] = []
      for (const one of steps) {
        const number = one.type === 'take' ? list.first?.number : one.number
        if (number === undefined) continue
        list.remove(number)
        waiting = waiting.filter((other) => other.number !== number)
        if (one.type === 'add') {
          list.add({ number, dueAt: one.dueAt })
          if (one.dueAt > 0) waiting.push({ number, dueAt: one.dueAt })
        }
        waiting.sort((a, b) => a.dueAt - b.dueAt || a.number - b.number)
        expect(list.first).toEqual(waiting[0])
        expect(list.nextAt).toBe(waiting[0]?.dueAt ?? Infinity)
      }
    }),
    { numRuns: 500 },
  )
})
