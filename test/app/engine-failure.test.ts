import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldBack, reportEngineFailure, type EngineFailure } from '../../src/app/engine-watch/engine-failure.ts'
import type { Command } from '../../src/domain/command.ts'
import { DueWorkFailure, Engine } from '../../src/engine/engine.ts'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import { Quarantine } from '../../src/storage/quarantine.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { CALENDAR, FRIDAY } from '../engine/engine-under-test.ts'
import { temporaryDirectory } from '../storage/support/temporary-directory.ts'

const BUG = new Error('a bug of the engine')
const NEWS: Command = { type: 'AnnounceNews', headline: 'Maintenance', text: '' }
const NAMES = { accountNumber: String, partnerName: String, senderCompId: (session: number) => `DESK${session}`, symbol: String }

function reported(failure: Omit<EngineFailure, 'error'>, directory = temporaryDirectory()) {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const logger = createLogger({ level: 'debug', terminal: false, destination })
  const quarantine = new Quarantine(directory)
  reportEngineFailure({ expected: () => 48_213, ...failure, error: BUG }, { logger, quarantine, names: NAMES })
  const log = () => lines.map(({ time: _, ...members }) => members)
  return { log, quarantine, logger }
}

test('a command is held back, and the log says once that it was refused', () => {
  const { log, quarantine, logger } = reported({ command: NEWS, isDueWork: false })
  const { id } = quarantine.commands[0]!
  const isHeldBack = heldBack(quarantine, logger)
  expect([isHeldBack(NEWS), isHeldBack(NEWS), isHeldBack({ ...NEWS, text: 'other' })]).toEqual([true, true, false])
  expect(log()).toEqual([
    {
      level: 'fatal',
      command: 'AnnounceNews',
      quarantine: id,
      msg: 'the engine has failed on this command, which is not journaled and refused from now on: docs/operations.md says how to get past it',
    },
    { level: 'warn', command: 'AnnounceNews', quarantine: id, msg: 'a command in quarantine was refused' },
    { level: 'debug', command: 'AnnounceNews', quarantine: id, msg: 'a command in quarantine was refused' },
  ])
})

test.each<[string, Omit<EngineFailure, 'error'>, object]>([
  ['the timer', { command: { type: 'AdvanceTime' }, isDueWork: false }, { command: 'AdvanceTime' }],
  [
    'a disconnect',
    { command: { type: 'CancelSessionOrders', session: 1, includeGtc: true }, isDueWork: false },
    { command: 'CancelSessionOrders', session: 'DESK1', msg_seq_num: 48_213 },
  ],
  ['the clock, while a command came in', { command: NEWS, isDueWork: true }, { command: 'AnnounceNews' }],
])('what %s calls for is not held back: the log says that it comes again', (_, failure, members) => {
  const { log, quarantine } = reported(failure)
  expect(quarantine.commands).toEqual([])
  expect(log()).toEqual([
    {
      level: 'fatal',
      ...members,
      msg: 'the engine has failed on what is due by the clock, and will at the next start; nothing of it is journaled: docs/operations.md says how to get past it',
    },
  ])
})

test('where the quarantine can not be written the log says so', () => {
  const directory = temporaryDirectory()
  // its place is taken
  mkdirSync(join(directory, 'quarantine.json.partial'))
  const { log } = reported({ command: NEWS, isDueWork: false }, directory)
  expect(log()).toMatchObject([{ level: 'fatal', msg: expect.stringMatching(/can't be put into quarantine \(EISDIR/) as string }])
})

test('the engine tells a failure of what is due in a session from one of the command that came then', () => {
  let isBroken = false
  const calendar = new Proxy(CALENDAR, {
    get(calendar, name, receiver): unknown {
      if (isBroken) throw BUG
      return Reflect.get(calendar, name, receiver)
    },
  })
  const engine = new Engine({ calendar, rules: { ...DEFAULT_RULES, session: 'us_equities' } })
  engine.execute({ type: 'CreatePartner', id: 'partner-1', name: 'Sandbox', environment: 'sandbox', seed: 'a seed' }, FRIDAY, 1, [])
  isBroken = true
  const later = FRIDAY + 4 * 86_400_000
  expect(() => engine.execute({ type: 'EndTradingDay', market: 0, nextDay: 0 }, later, 2, [])).toThrow(DueWorkFailure)
})
