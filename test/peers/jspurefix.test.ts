import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { expectedReports, readJournal, toldText } from '../system/journal-story.ts'
import { JspurefixPeer } from './jspurefix-peer.ts'

const DESK1 = 1

test("jspurefix's own initiator trades, loses its connection, asks for what it has missed, and has heard what the journal says", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-jspurefix-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const under = await GatewayUnderTest.start({ rules: { selfMatch: 'off' } })
  onTestFinished(() => under.close())
  const order = (id: string, terms: object) => ({
    ClOrdID: id,
    Instrument: { Symbol: 'AAPL' },
    Side: '1',
    TransactTime: new Date(),
    OrderQtyData: { OrderQty: 2 },
    OrdType: '2',
    Price: 100,
    ...terms,
  })

  const peer = new JspurefixPeer({ directory, port: under.port })
  await peer.loggedOn()
  peer.send('D', order('c1', {}))
  peer.send('G', order('c2', { OrigClOrdID: 'c1', Price: 101 }))
  peer.send('F', { ...order('c3', {}), OrigClOrdID: 'c2' })
  peer.send('D', order('c4', { Price: 102 }))
  await peer.hasTaken(4)
  expect(peer.taken.map((report) => report.pick(35, 34, 11, 150, 39))).toEqual([
    '35=8|34=2|11=c1|150=0|39=0',
    '35=8|34=3|11=c2|150=5|39=0',
    '35=8|34=4|11=c3|150=4|39=4',
    '35=8|34=5|11=c4|150=0|39=0',
  ])

  under.gateway.connectionOf(under.book('DESK1'))!.cut('the line is gone')
  await under.goneFrom('DESK1')
  const other = await under.logOn('DESK2')
  other.say('D', '11=s1|55=AAPL|54=2|60=20261120-15:04:05|40=2|44=102|38=2')
  await other.hearMany(2)
  await peer.loggedOn(2)
  await peer.hasTaken(5)
  expect(peer.taken[4]!.pick(35, 11, 150, 39, 14, 151)).toBe('35=8|11=c4|150=F|39=2|14=2|151=0')
  peer.send('D', order('c5', { Price: 99 }))
  await peer.hasTaken(6)
  await peer.end()

  const story = await readJournal(under.directory)
  expect(peer.taken.map(toldText)).toEqual(expectedReports(story, DESK1))
})
