import { expect, test } from 'vitest'
import type { FixMessage } from '../support/fix-message.ts'
import { utcTimestamp } from '../support/fix-message.ts'
import { tlsFile } from '../support/tls/certificates.ts'
import { Desk } from '../system/desk.ts'
import { configFile, GatewayProcess, temporaryDirectory } from '../system/gateway-process.ts'
import { expectedReports, readJournal, toldText } from '../system/journal-story.ts'
import { missingPeer, QuickFixPeer } from './quickfix-peer.ts'

const DESK1 = 1
const missing = missingPeer()

if (missing !== undefined) {
  test(`QuickFIX (C++) is not tried here: ${missing}`, () => {
    console.log(`test/peers: QuickFIX (C++) is not tried here: ${missing}`)
    expect(missing).toMatch(/^there is no /)
  })
} else {
  test(
    'QuickFIX (C++) trades, loses its connection, loses the gateway, resends, and has heard what the journal says',
    { timeout: 120_000 },
    tradeWithQuickFix,
  )
}

async function tradeWithQuickFix(): Promise<void> {
  const directory = temporaryDirectory()
  const peerDirectory = temporaryDirectory()
  const market = { quotes: 'still' }
  const config = configFile({ market, engine: { self_match: 'off' } })
  const first = await GatewayProcess.start({ directory, config })
  const { accounts, fix } = first.credentials
  const { port } = fix
  const account = accounts.find(({ status }) => status === 'ACTIVE')!.account_number
  const order = (id: string, terms: string): string => `35=D|11=${id}|1=${account}|55=AAPL|60=${utcTimestamp(Date.now())}|${terms}`
  const about = (id: string, original: string, terms = ''): string =>
    `11=${id}|41=${original}|1=${account}|55=AAPL|54=1|60=${utcTimestamp(Date.now())}${terms}`

  // --- it trades ---
  let peer = new QuickFixPeer({ directory: peerDirectory, port })
  await peer.loggedOn()
  peer.send(order('c1', '54=1|38=5|40=1'))
  peer.send(order('c2', '54=1|38=1|40=2|44=200'))
  peer.send(`35=G|${about('c3', 'c2', '|38=2|40=2|44=200')}`)
  peer.send(`35=F|${about('c4', 'c3')}`)
  peer.send(order('c5', '54=1|38=1|40=2|44=200').replace('AAPL', 'NOSUCH'))
  peer.send(`35=F|${about('c6', 'nothing')}`)
  peer.send(order('c7', '54=1|38=2|40=2|44=200'))
  await peer.hasTaken(8)
  expect(peer.taken.map((report) => report.pick(35, 11, 150, 39, 14, 151))).toEqual([
    '35=8|11=c1|150=0|39=0|14=0|151=5',
    '35=8|11=c1|150=F|39=2|14=5|151=0',
    '35=8|11=c2|150=0|39=0|14=0|151=1',
    '35=8|11=c3|150=5|39=0|14=0|151=2',
    '35=8|11=c4|150=4|39=4|14=0|151=0',
    '35=8|11=c5|150=8|39=8|14=0|151=0',
    '35=9|11=c6|39=8',
    '35=8|11=c7|150=0|39=0|14=0|151=2',
  ])
  const told = new Map<number, FixMessage>()
  hear(told, peer.taken)

  // --- it is gone, its order trades, it comes back with what it has stored ---
  await peer.kill()
  const other = new Desk('DESK2')
  await other.logOn(port)
  other.say('D', order('s1', '54=2|38=1|40=2|44=200').slice('35=D|'.length))
  await other.caughtUp()
  peer = new QuickFixPeer({ directory: peerDirectory, port })
  await peer.loggedOn()
  // it was killed at a moment of its own: the last message that it had taken may come again
  const fill = await peer.takes((report) => report.get(11) === 'c7' && report.get(150) === 'F')
  expect(fill.pick(11, 150, 39, 14, 151, 32, 31)).toBe('11=c7|150=F|39=1|14=1|151=1|32=1|31=200')
  hear(told, peer.taken)

  // --- it has lost what it had heard, and asks for it ---
  const before = peer.taken.length
  const all = [...told.values()]
  peer.expectNumber(2)
  peer.disconnect()
  await peer.loggedOn(2)
  await peer.hasTaken(before + all.length)
  expect(peer.said.findLast(({ type }) => type === '2')!.pick(7, 16)).toBe('7=2|16=0')
  const again = peer.taken.slice(before)
  expect(again.map((report) => report.pick(43, 34) + ' ' + report.body)).toEqual(
    all.map((report) => `43=Y|34=${report.number} ${report.body}`),
  )

  // --- the gateway is gone; what is said meanwhile is asked for ---
  const taken = peer.taken.length
  await first.kill()
  await peer.hasLost()
  peer.send(order('c8', '54=1|38=1|40=1'))
  const second = await GatewayProcess.start({ directory, config, environment: { FIX_PORT: String(port) } })
  await peer.loggedOn(3)
  await peer.hasTaken(taken + 2)
  expect(peer.said.filter((message) => message.get(11) === 'c8' && message.get(43) === 'Y')).toHaveLength(1)
  expect(peer.taken.slice(taken).map((report) => report.pick(11, 150, 39))).toEqual(['11=c8|150=0|39=0', '11=c8|150=F|39=2'])
  hear(told, peer.taken)
  expect(await peer.end()).toBe(0)
  const { said, heard } = peer
  await second.terminate()

  // --- the same session over TLS, with a certificate of its own ---
  const tls = { cert_file: tlsFile('server.pem'), key_file: tlsFile('server-key.pem'), ca_file: tlsFile('authority.pem') }
  const secure = configFile({ market, engine: { self_match: 'off' }, fix: { tls } })
  const third = await GatewayProcess.start({ directory, config: secure, environment: { FIX_PORT: String(port) } })
  const settings = {
    CertificationAuthoritiesFile: tlsFile('authority.pem'),
    ClientCertificateFile: tlsFile('desk1.pem'),
    ClientCertificateKeyFile: tlsFile('desk1-key.pem'),
  }
  peer = new QuickFixPeer({ directory: peerDirectory, port, isSecure: true, settings })
  await peer.loggedOn()
  peer.send(order('c9', '54=2|38=1|40=1'))
  // its own c7 is the other side
  await peer.hasTaken(3)
  expect(await peer.end()).toBe(0)
  hear(told, peer.taken)
  await third.terminate()

  // --- what it has heard is what the journal says, and nobody has refused anything that the other said ---
  expect([...told.values()].map(toldText)).toEqual(expectedReports(await readJournal(directory), DESK1))
  const refusals = [...said, ...heard, ...peer.said, ...peer.heard].filter(({ type }) => type === '3' || type === 'j')
  expect(refusals).toEqual([])
}

/** Keeps each number once; what comes again is marked so, and is the same. */
function hear(told: Map<number, FixMessage>, messages: readonly FixMessage[]): void {
  for (const message of messages) {
    const before = told.get(message.number)
    if (before === undefined) told.set(message.number, message)
    else if (before !== message) expect(message.pick(43) + message.body).toBe(`43=Y${before.body}`)
  }
}
