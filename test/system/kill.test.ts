import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { expect, test } from 'vitest'
import type { FixMessage } from '../support/fix-message.ts'
import { clientOrderIdOf, isAnswer, ordersOf, orderText, readBooks, restFillText, restOrderText, sameLists } from './books.ts'
import { Desk } from './desk.ts'
import { configFile, GatewayProcess, ROOT, smallBench, temporaryDirectory } from './gateway-process.ts'
import { expectedReports, readJournal, replayFromSnapshot, toldText } from './journal-story.ts'
import { RestOrders } from './rest-orders.ts'
import { seeded } from './seeded.ts'
import { type Said, traffic } from './traffic.ts'

const DESKS = 4
const SYMBOLS = 3
const ORDERS = 5_000

/** The gateway is killed when its desks have heard some number of reports between these, out of about 12,000. */
const moments = [
  { seed: 1, from: 1, to: 60 },
  { seed: 2, from: 500, to: 3_000 },
  { seed: 3, from: 3_000, to: 7_000 },
]

test.each(moments)(
  'kill -9 with 5,000 orders in flight loses nothing and doubles nothing (seed $seed: after $from to $to reports)',
  { timeout: 300_000 },
  async ({ seed, from, to }) => {
    const below = seeded(seed)
    const killAfter = from + below(to - from)
    const directory = temporaryDirectory()
    const config = configFile(smallBench({ sessions: DESKS + 1, symbols: SYMBOLS }))

    // --- a busy gateway, and its end ---
    const first = await GatewayProcess.start({ directory, config })
    const desks = Array.from({ length: DESKS }, (_, index) => new Desk(`CLIENT${index + 1}`, { asksByLogon: index === 1 }))
    const watching = new Desk('DROP1')
    const away = new Desk('DROP2')
    for (const desk of [...desks, watching]) await desk.logOn(first.credentials.fix.port)
    const posting = await first.rest()
    // one account that a desk trades too, one that is REST's alone
    const posted = new RestOrders(posting, [first.credentials.accounts[0]!.id, first.credentials.accounts[DESKS]!.id], seeded(seed + 100))
    const said: Said[][] = desks.map((desk) => traffic(ORDERS / DESKS, { prefix: `s${seed}-${desk.compId}`, symbols: SYMBOLS, below }))
    let heardReports = 0
    const ended = new Promise((resolve) => {
      for (const desk of desks)
        desk.onReport(() => {
          if (++heardReports === killAfter) resolve(first.kill())
        })
    })
    const gone = posted.postUntilItEnds(4)
    await posted.answered(20)
    desks.forEach((desk, index) => desk.sayAll(said[index]!))
    await Promise.race([ended, ...[...desks, watching].map(({ failed }) => failed)])
    await gone
    for (const desk of [...desks, watching]) await desk.disconnected()
    const atTheKill = await readJournal(directory)
    const heardAtTheKill = [...desks, watching].map(({ reports }) => reports.map(toldText))
    const inTheJournal = ordersOf(atTheKill).filter(({ session }) => session > 0).length
    console.log(
      `seed ${seed}: killed after ${killAfter} reports were heard; of ${ORDERS} orders in flight the journal has ${inTheJournal}; ` +
        `REST had ${posted.posted.filter(({ answer }) => answer !== undefined).length} answers and ${posted.posted.filter(({ answer }) => answer === undefined).length} broken requests`,
    )
    expect(atTheKill.check.faults).toEqual([])

    // --- the same directory, the same numbers ---
    const second = await GatewayProcess.start({ directory, config })
    for (const desk of desks) await desk.logOn(second.credentials.fix.port)
    for (const desk of desks) await desk.caughtUp()
    const rest = await second.rest()
    for (const one of posted.posted) {
      const { status, body, headers } = await rest.post(one.url, one.body)
      if (one.answer === undefined) expect([200, 201]).toContain(status)
      else expect([status, headers['idempotent-replayed'], body.id]).toEqual([200, 'true', one.answer.body.id])
    }
    // life goes on
    desks.forEach((desk, index) => desk.say('D', `11=after-${index}|55=BENCH1|54=1|60=20261120-15:04:05|40=2|44=1|38=1`))
    for (const desk of desks) await desk.caughtUp()
    const story = await readJournal(directory)
    for (const copy of [watching, away]) {
      await copy.logOn(second.credentials.fix.port)
      await copy.hearReports(story.orderEvents.length)
      await copy.caughtUp()
    }

    // --- what the clients have heard is what the journal says ---
    const told = [...desks, watching, away].map(({ reports }) => reports.map(toldText))
    const expected = [1, 2, 3, 4, 'drop-copy', 'drop-copy'].map((session) => expectedReports(story, session as number))
    told.forEach((texts, index) => sameLists(texts, expected[index]!))
    heardAtTheKill.forEach((texts, index) => sameLists(texts, expected[index]!.slice(0, texts.length)))
    for (const { reports } of [watching, away]) {
      expect(new Set(reports.map((message) => message.get(17))).size).toBe(reports.length)
      expect(reports.filter((message) => message.get(797) !== 'Y')).toEqual([])
    }
    // every request has one answer
    const answers = told.slice(0, DESKS).map((_, index) =>
      desks[index]!.reports.filter(isAnswer)
        .map((message) => message.get(11)!)
        .sort(),
    )
    const requests = said.map((messages, index) => [...messages.map(([, body]) => clientOrderIdOf(body)), `after-${index}`].sort())
    expect(answers).toEqual(requests)
    const ids = ordersOf(story).map(({ firstClientOrderId }) => firstClientOrderId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(ORDERS + DESKS + posted.posted.length)

    // --- the whole past once more, byte for byte (the desk compares) ---
    for (const desk of [...desks, watching, away]) {
      const again = await desk.hearAgain()
      expect(again.length).toBe(desk.reports.length)
    }

    // --- REST has the same orders, fills, positions and cash; the sessions the same numbers ---
    const answersOfRest = await readBooks(second, rest)
    sameLists(
      answersOfRest.orders.map(restOrderText).sort(),
      ordersOf(story)
        .map((order) => orderText(story, order))
        .sort(),
    )
    sameLists(answersOfRest.orders.map(restOrderText).sort(), [...lastReports(watching).values()].map(reportText).sort())
    const fills = watching.reports.filter((message) => message.get(150) === 'F')
    sameLists(
      answersOfRest.fills.map(restFillText).sort(),
      fills.map((message) => `${message.pick(17, 37)} ${message.get(32)!} @ ${Number(message.get(31))}`).sort(),
    )
    expect(answersOfRest.sessions).toEqual(
      Object.fromEntries(
        [...desks, watching, away].map((desk) => [desk.compId, { next_inbound: desk.next, next_outbound: desk.expected }]),
      ),
    )
    expect(sum(answersOfRest.balances, 'cash') - sum(answersOfRest.fills, 'net_amount')).toBe((DESKS + 1) * 1e12)

    // --- the journal alone gives the state, with and without a snapshot ---
    for (const desk of [...desks, watching, away]) await desk.logOut()
    expect(await second.terminate()).toMatchObject({ code: 0 })
    const whole = await readJournal(directory)
    expect(whole.check).toMatchObject({ faults: [], through: whole.batchEnds.at(-1) })
    expect(await replayFromSnapshot(directory)).toEqual({ fingerprint: whole.fingerprint, from: 1 })
    const middle = whole.batchEnds[Math.floor(whole.batchEnds.length / 2)]!
    execFileSync(process.execPath, ['run.js', 'src/recovery/snapshotter.ts', directory, String(middle)], { cwd: ROOT })
    expect(await replayFromSnapshot(directory)).toEqual({ fingerprint: whole.fingerprint, from: middle + 1 })

    // --- and a process that starts from the snapshot answers as the one before did ---
    const third = await GatewayProcess.start({ directory, config })
    expect(await readBooks(third, await third.rest())).toEqual({
      ...answersOfRest,
      // each Logout was a message of both sides
      sessions: Object.fromEntries(
        [...desks, watching, away].map((desk) => [desk.compId, { next_inbound: desk.next, next_outbound: desk.expected }]),
      ),
    })
    expect(await third.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)

/** The last report about each order. */
function lastReports(desk: Desk): Map<string, FixMessage> {
  return new Map(desk.reports.map((message) => [message.get(37)!, message]))
}

function reportText(message: FixMessage): string {
  return `${message.get(37)!} ${message.get(39)!} filled ${message.get(14)!} leaves ${message.get(151)!}`
}

const sum = (rows: readonly Record<string, unknown>[], column: string): number =>
  rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0) / 100
