import { describe, expect, test } from 'vitest'
import { FixMessage, frame } from '../support/fix-message.ts'
import { bindingSteps, type Step, scenario } from './order-vectors.ts'
import { type Line, pathFaults } from './scenario-path.ts'

const line = (dir: 'in' | 'out', fields: string): Line => ({ dir, message: new FixMessage(frame(fields).toString('latin1')) })
const nameOf = (label: string): string => `id-${label}`

const STEPS: readonly Step[] = bindingSteps(scenario('B.1.a'))
const NEW_ORDER = line('in', '35=D|11=id-X|38=10000')
const ACCEPTED = line('out', '35=8|11=id-X|150=0|39=0|38=10000|14=0|151=10000')
const REQUEST = line('in', '35=F|11=id-Y|41=id-X')
const PENDING = line('out', '35=8|11=id-Y|41=id-X|150=6|39=6|38=10000|14=0|151=10000')
const CANCELED = line('out', '35=8|11=id-Y|41=id-X|150=4|39=4|38=10000|14=0|151=0')

const faults = (...lines: readonly Line[]): readonly string[] => pathFaults(STEPS, lines, nameOf)

describe('a transcript', () => {
  test('passes with an optional report and without it', () => {
    expect(faults(NEW_ORDER, ACCEPTED, REQUEST, CANCELED)).toEqual([])
    expect(faults(NEW_ORDER, ACCEPTED, REQUEST, PENDING, CANCELED)).toEqual([])
  })

  test.each([
    ['an end too early', [NEW_ORDER, ACCEPTED, REQUEST], 'nothing more came'],
    ['a report too many', [NEW_ORDER, ACCEPTED, REQUEST, CANCELED, CANCELED], 'nothing more was to come'],
    ['a report in the wrong place', [NEW_ORDER, REQUEST, ACCEPTED, CANCELED], 'the gateway was to speak'],
    ['an event that the vector does not have', [NEW_ORDER, { event: 'halt' }, ACCEPTED], 'no message came'],
  ] as const)('fails with %s', (_what, lines, why) => {
    expect(faults(...lines).join('\n')).toContain(why)
  })

  test.each([
    ['11', '35=8|11=id-X|41=id-X|150=4|39=4|38=10000|14=0|151=0'],
    ['41', '35=8|11=id-Y|150=4|39=4|38=10000|14=0|151=0'],
    ['150', '35=8|11=id-Y|41=id-X|150=C|39=4|38=10000|14=0|151=0'],
    ['39', '35=8|11=id-Y|41=id-X|150=4|39=C|38=10000|14=0|151=0'],
    ['38', '35=8|11=id-Y|41=id-X|150=4|39=4|38=9999|14=0|151=0'],
    ['14', '35=8|11=id-Y|41=id-X|150=4|39=4|38=10000|14=1|151=0'],
    ['151', '35=8|11=id-Y|41=id-X|150=4|39=4|38=10000|14=0|151=1'],
    ['32', '35=8|11=id-Y|41=id-X|150=4|39=4|38=10000|14=0|151=0|32=5'],
    ['35', '35=9|11=id-Y|41=id-X|150=4|39=4|38=10000|14=0|151=0'],
  ])('fails with another %s than the vector has', (tag, fields) => {
    expect(faults(NEW_ORDER, ACCEPTED, REQUEST, line('out', fields)).join('\n')).toContain(`${tag} was to be`)
  })
})

describe('executions that a vector names', () => {
  const steps: readonly Step[] = [
    { dir: 'out', msgType: '8', ExecType: 'F', tags: { '17': 'B' } },
    { dir: 'out', msgType: '8', ExecType: 'H', tags: { '17': 'E', '19': 'B' } },
  ]
  const fill = line('out', '35=8|150=F|17=one')

  test('pass when ExecRefID names the ExecID of the one meant', () => {
    expect(pathFaults(steps, [fill, line('out', '35=8|150=H|17=two|19=one')], nameOf)).toEqual([])
  })

  test('fail when ExecRefID names another, or an ExecID comes again', () => {
    expect(pathFaults(steps, [fill, line('out', '35=8|150=H|17=two|19=two')], nameOf).join()).toContain('19 was to name execution B')
    expect(pathFaults(steps, [fill, line('out', '35=8|150=H|17=one|19=one')], nameOf).join()).toContain('17 was to be a new execution')
  })
})
