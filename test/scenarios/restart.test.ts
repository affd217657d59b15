import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { type FixMessage, utcTimestamp } from '../support/fix-message.ts'
import { JournalStory, restAnswers } from './journal-story.ts'
import { RunningGateway } from './running-gateway.ts'

const buy = (id: string, quantity: number, price: number): string => limit(id, 1, quantity, price)
const sell = (id: string, quantity: number, price: number): string => limit(id, 2, quantity, price)
const limit = (id: string, side: 1 | 2, quantity: number, price: number): string =>
  `11=${id}|55=BENCH1|54=${side}|60=${utcTimestamp(Date.now())}|40=2|44=${price}|38=${quantity}`

/** What was said under a number, but for what a resend changes. */
const unchanged = (message: FixMessage): string => `${message.number} ${message.type} ${message.body}`

const applicationMessages = (messages: readonly FixMessage[]): readonly FixMessage[] => messages.filter(({ type }) => '89rj'.includes(type))

describe('a gateway that is stopped and started in mid-session', () => {
  let gateway: RunningGateway
  let desk: FixClient

  beforeEach(async () => {
    gateway = await RunningGateway.start()
    desk = await gateway.logOn('CLIENT1')
  })

  afterEach(() => gateway.end())

  /** Stops and starts; the client's next number and what the gateway sent last. */
  async function restart(client: FixClient): Promise<{ readonly next: number; readonly last: number }> {
    await gateway.stop()
    await client.closed
    const last = client.heard.at(-1)!
    expect(last.type).toBe('5')
    await gateway.begin()
    return { next: client.next, last: last.number }
  }

  test('says from the start on how far its journal goes', async () => {
    await restart(desk)
    const position = await journalPosition(gateway)
    const metrics = await (await fetch(`http://127.0.0.1:${gateway.app.addresses.management}/metrics`)).text()
    expect(metrics.split('\n').filter((line) => line.startsWith('fillgate_journal_position'))).toEqual([
      `fillgate_journal_position ${position}`,
    ])
  })

  test('goes on with both numberings, and with the orders that were open', async () => {
    desk.say('D', buy('c1', 10, 100))
    desk.say('D', buy('c2', 10, 99))
    const [first] = await desk.hearAll()
    const { next, last } = await restart(desk)
    const again = await gateway.logOn('CLIENT1', { number: next })
    expect(again.heard[0]!.number).toBe(last + 1)
    expect(await again.hearAll()).toEqual([])

    const other = await gateway.logOn('CLIENT2')
    other.say('D', sell('s1', 15, 99))
    await other.hearAll()
    const fills = await again.hearAll()
    expect(fills.map((report) => report.pick(11, 150, 39, 14, 151, 31))).toEqual([
      '11=c1|150=F|39=2|14=10|151=0|31=100',
      '11=c2|150=F|39=1|14=5|151=5|31=99',
    ])
    expect(fills[0]!.get(37)).toBe(first!.get(37))
    expect(new Set([first!, ...fills].map((report) => report.get(17))).size).toBe(3)
  })

  test('sends what it sent before the stop again: the same numbers and bodies, with PossDupFlag and OrigSendingTime', async () => {
    desk.say('D', buy('c1', 10, 100))
    desk.say('D', buy('c2', 10, 99))
    desk.say('F', `11=x1|41=nobody|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}`)
    desk.say('G', `${buy('c3', 12, 100)}|41=c1`)
    desk.say('q', `11=q1|530=7|60=${utcTimestamp(Date.now())}`)
    const before = applicationMessages(await desk.hearAll())
    expect(before.map(({ type }) => type).join('')).toBe('8898r88')
    const { next } = await restart(desk)
    const again = await gateway.logOn('CLIENT1', { number: next })
    again.say('2', '7=1|16=0')
    const resent = await again.hearAll()
    expect(applicationMessages(resent).map(unchanged)).toEqual(before.map(unchanged))
    expect(applicationMessages(resent).map((message) => message.pick(43, 122))).toEqual(
      before.map((message) => `43=Y|122=${message.get(52)!}`),
    )
    // all between is session messages, and behind it the News of the stop
    expect(
      new Set(resent.filter((message) => !before.map(({ number }) => number).includes(message.number)).map(({ type }) => type)),
    ).toEqual(new Set(['4', 'B']))
    // nothing was executed again
    again.say('AF', '584=m|585=7')
    expect((await again.hearAll()).map((report) => report.pick(39, 911))).toEqual(['39=8|911=0'])
  })

  test('tells a session that was away what happened, before the stop and after it, in order and once', async () => {
    const other = await gateway.logOn('CLIENT2')
    other.say('D', sell('s1', 10, 100))
    await other.hearAll()
    await other.logout()
    const farewell = other.heard.at(-1)!.number
    desk.say('D', buy('c1', 4, 100))
    await desk.hearAll()
    const { next } = await restart(desk)
    const again = await gateway.logOn('CLIENT1', { number: next })
    again.say('D', buy('c2', 6, 100))
    await again.hearAll()

    const back = await gateway.logOn('CLIENT2', { number: other.next })
    expect(back.heard[0]!.number).toBe(farewell + 1)
    const missed = await back.hearMany(3)
    expect(missed.map((report) => report.pick(34, 148, 43, 11, 150, 39, 14, 151, 32))).toEqual([
      `34=${farewell + 2}|11=s1|150=F|39=1|14=4|151=6|32=4`,
      `34=${farewell + 3}|148=Maintenance`,
      `34=${farewell + 4}|11=s1|150=F|39=2|14=10|151=0|32=6`,
    ])
    expect(await back.hearAll()).toEqual([])
  })

  test('knows the ids that were used before: a repeat is no second order, over either edge', async () => {
    desk.say('D', buy('c1', 10, 100))
    const [first] = await desk.hearAll()
    const { next } = await restart(desk)
    const again = await gateway.logOn('CLIENT1', { number: next })
    again.say('D', buy('c1', 10, 100), { header: '97=Y' })
    again.say('D', buy('c1', 20, 100))
    expect((await again.hearAll()).map((report) => report.pick(11, 37, 39, 103, 150))).toEqual([
      `11=c1|37=${first!.get(37)!}|39=0|150=I`,
      `11=c1|37=${first!.get(37)!}|39=8|103=6|150=8`,
    ])
    const order = { client_order_id: 'c1', symbol: 'BENCH1', side: 'buy', quantity: '10', order_type: 'limit', limit_price: '100.00' }
    const { status, body } = await gateway.partner.post(`/v1/accounts/${gateway.account(1).id}/orders`, order)
    expect([status, body.id]).toEqual([200, first!.get(37)])
  })
})

describe('a journal', () => {
  let live: { readonly fingerprint: string; readonly answers: Readonly<Record<string, string>> }
  let original: RunningGateway
  /** position that the snapshot holds */
  let noon: number
  let end: number
  const copies: string[] = []

  beforeAll(async () => {
    original = await RunningGateway.start({ settings: { kyc: { delay_ms: 0 } } })
    const story = new JournalStory(original)
    await story.morning()
    noon = await journalPosition(original)
    await story.afternoon()
    live = { fingerprint: original.app.fingerprint(), answers: await restAnswers(original) }
    end = await journalPosition(original)
    await original.stop()
  })

  afterAll(() => {
    original.remove()
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  })

  test('holds events of every kind but News, which nothing announces yet', () => {
    const reader = new JournalReader(original.dataDirectory)
    const kinds = new Set(reader.batches(1, { batches: 10_000 }).flatMap((batch) => batch.events.map(({ type }) => type)))
    reader.close()
    expect(kinds).toEqual(new Set(KINDS))
  })

  test('replayed from its beginning, without snapshot and read.db, gives the same state and the same answers', async () => {
    const replayed = await RunningGateway.start({ dataDirectory: copyOfJournal() })
    expect(replayed.app.fingerprint()).toBe(live.fingerprint)
    expect(await restAnswers(replayed)).toEqual(live.answers)
    await replayed.end()
  })

  test('replayed behind a snapshot gives the same state and the same answers', async () => {
    const directory = copyOfJournal()
    await takeSnapshot(directory, noon)
    expect(readdirSync(directory).filter((file) => file.endsWith('.snapshot'))).toEqual([
      `state-${String(noon).padStart(16, '0')}.snapshot`,
    ])
    const replayed = await RunningGateway.start({ dataDirectory: directory })
    const { body } = await replayed.operator.get('/v1/admin/journal')
    expect([body.snapshot_position, body.position >= end, noon < end]).toEqual([noon, true, true])
    expect(replayed.app.fingerprint()).toBe(live.fingerprint)
    expect(await restAnswers(replayed)).toEqual(live.answers)
    await replayed.end()
  })

  test('gives the same with everything that was there', async () => {
    await original.begin()
    expect(original.app.fingerprint()).toBe(live.fingerprint)
    expect(await restAnswers(original)).toEqual(live.answers)
    await original.stop()
  })

  /** A directory with the journal, the key that secrets are hashed with, and the file that tells the test its credentials. */
  function copyOfJournal(): string {
    const directory = mkdtempSync(join(tmpdir(), 'fillgate-journal-'))
    copies.push(directory)
    mkdirSync(directory, { recursive: true })
    for (const file of readdirSync(original.dataDirectory)) {
      if (/^journal\.db|^secrets\.json$|^sandbox-credentials\.json$/.test(file))
        cpSync(join(original.dataDirectory, file), join(directory, file))
    }
    return directory
  }
})

const KINDS = (
  'AccountOpened AccountReviewed BankLinked BankReviewed BankUnlinked CancelRejected CashSettled CorporateActionAnnounced ' +
  'DepositReturned DepositSettled DividendCompleted DividendPaid DividendRecorded ExecutionBusted ExecutionCorrected FeeCharged ' +
  'HoldingsGranted InstrumentListed KillSwitchSet MassCancelReported MessageRefused OrderAccepted OrderCancelled OrderExpired ' +
  'OrderFilled OrderRefused OrderReinstated OrderRejected OrderReplaced OrderRestated OrderStatusReported OrderSuspended ' +
  'OrderTriggered PartnerCreated PositionSplit QuoteMoved SplitApplied SymbolHalted SymbolResumed TradingDayEnded ' +
  'TransferRequested UnknownOrderReported WithdrawalReturned WithdrawalSettled'
).split(' ')

async function journalPosition(gateway: RunningGateway): Promise<number> {
  return (await gateway.operator.get('/v1/admin/journal')).body.position as number
}

/** As the gateway has it made: by a process of its own. */
function takeSnapshot(directory: string, position: number): Promise<void> {
  const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const child = spawn(process.execPath, [file('run.js'), file('src/recovery/snapshotter.ts'), directory, String(position)])
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`the snapshotter ended with ${code}: ${complaint}`))))
  })
}
