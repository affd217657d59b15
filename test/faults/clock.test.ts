import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { FixClient } from '../support/fix-client.ts'
import { afterwards } from '../system/afterwards.ts'
import type { GatewayProcess } from '../system/gateway-process.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { besieged, besiegedAgain, metric, SteadyDesk } from './besieged-gateway.ts'

const HOUR = 3_600_000

test(
  'the clock jumps two hours ahead and three back: sessions stand, orders trade, the journal never runs backwards',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fillgate-clock-'))
    afterwards(() => rmSync(folder, { recursive: true, force: true }))
    const clockFile = join(folder, 'clock')
    writeFileSync(clockFile, '0')
    const options = {
      command: [process.execPath, 'run.js', 'test/faults/shifted-main.ts'],
      environment: { CLOCK_FILE: clockFile },
      // these do not look at their watch; STRICT does
      fix: {
        session_defaults: { clock_tolerance_s: 0 },
        sessions: [{ sender_comp_id: 'STRICT', kind: 'order-entry', clock_tolerance_s: 120 }],
      },
    }
    const gateway = await besieged(options)
    const set = async (shiftMs: number): Promise<void> => {
      writeFileSync(clockFile, String(shiftMs))
      process.kill(gateway.pid, 'SIGUSR2')
      await gateway.saying(new RegExp(`the clock is ${shiftMs} ms off`))
    }
    const steady = await SteadyDesk.open(gateway, 'CLIENT1', { heartbeatS: 3 })
    const strict = await FixClient.loggedOn({ port: gateway.credentials.fix.port, senderCompId: 'STRICT' })
    const hoursAhead = (text: string): number => Math.round((momentOf(text) - Date.now()) / HOUR) + 0

    const [first] = await steady.trades()
    expect(hoursAhead(first!.get(60)!)).toBe(0)
    await set(2 * HOUR)
    const [ahead] = await steady.trades()
    expect([hoursAhead(ahead!.get(52)!), hoursAhead(ahead!.get(60)!)]).toEqual([2, 2])
    // who is told that its time is wrong says goodbye, and comes back when it is right
    strict.say('1', '112=clock')
    expect((await strict.hear('3')).pick(45, 373)).toBe('45=2|373=10')
    await strict.hear('5')
    await strict.drop()

    await set(-HOUR)
    // SendingTime says what the clock says; what happens in the market never happens before what has happened
    const [back] = await steady.trades()
    expect([hoursAhead(back!.get(52)!), hoursAhead(back!.get(60)!)]).toEqual([-1, 2])
    // its heartbeats go on: they are counted by what has passed, not by the time of day
    await steady.client.hearLater('0')
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${gateway.credentials.base_url}/readyz`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // business time stands still for three hours, which health and a metric say
    const behind = await health(gateway)
    expect(behind).toMatchObject({ status: 'warn', checks: { engine: 'warn' } })
    expect(behind.reasons.engine).toMatch(/^business time stands still: the machine's clock is 10[78][0-9]{2} s behind the newest event$/)
    const behindSeconds = await metric(gateway, 'fillgate_clock_behind_seconds')
    expect(Math.round(behindSeconds / 3600)).toBe(3)

    await set(2 * HOUR + 60_000)
    expect((await health(gateway)).reasons.engine).toBeUndefined()
    expect(await metric(gateway, 'fillgate_clock_behind_seconds')).toBe(0)

    await set(0)
    await steady.trades()
    await steady.client.logout()
    const again = await FixClient.loggedOn({ port: gateway.credentials.fix.port, senderCompId: 'STRICT', number: 4 })
    await again.logout()

    // a restart with a clock that is behind the journal
    expect((await gateway.terminate()).code).toBe(0)
    const second = await besiegedAgain(gateway.directory, options)
    const late = await SteadyDesk.open(second, 'CLIENT2', { heartbeatS: 30 })
    const [after] = await late.trades()
    expect(hoursAhead(after!.get(60)!)).toBe(2)
    await late.client.logout()
    expect((await second.terminate()).code).toBe(0)

    const reader = new JournalReader(gateway.directory)
    const times = reader.batches(1, { batches: 10_000 }).flatMap(({ events }) => events.map(({ at }) => at))
    reader.close()
    expect(times).toEqual([...times].sort((a, b) => a - b))
  },
)

async function health({ credentials }: GatewayProcess) {
  const answer = await fetch(`${credentials.base_url}/v1/health`)
  return (await answer.json()) as { status: string; checks: Record<string, string>; reasons: Record<string, string> }
}

/** Of a UTCTimestamp, epoch ms. */
const momentOf = (text: string): number => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)-/, '$1-$2-$3T').concat('Z'))
