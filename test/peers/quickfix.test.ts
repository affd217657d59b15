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
  const all: FixMessage[] = [...peer.taken]

  // --- it is gone, its order trades, it comes back with what it has stored ---
  await peer.kill()
  const other = new Desk('DESK2')
  await other.logOn(port)
  other.say('D', order('s1', '54=2|38=1|40=2|44=200').slice('35=D|'.length))
  await other.caughtUp()
  peer = new QuickFixPeer({ directory: peerDirectory, port })
  await peer.loggedOn()
  await peer.hasTaken(1)
  expect(peer.taken[0]!.pick(11, 150, 39, 14, 151, 32, 31)).toBe('11=c7|150=F|39=1|14=1|151=1|32=1|31=200')
  all.push(...peer.taken)

  // --- it has lost what it had heard, and asks for it ---
  peer.expectNumber(2)
  peer.disconnect()
  await peer.loggedOn(2)
  await peer.hasTaken(1 + all.length)
  expect(peer.said.filter(({ type }) => type === '2').map((request) => request.pick(7, 16))).toEqual(['7=2|16=0'])
  const again = peer.taken.slice(1)
  expect(again.map((report) => report.pick(43, 34) + ' ' + report.body)).toEqual(
    all.map((report) => `43=Y|34=${report.number} ${report.body}`),
  )

  // --- the gateway is gone; what is said meanwhile is asked for ---
  const taken = peer.taken.length
  await first.kill()
  await peer.hasLost(2)
  peer.send(order('c8', '54=1|38=1|40=1'))
  const second = await GatewayProcess.start({ directory, config, environment: { FIX_PORT: String(port) } })
  await peer.loggedOn(3)
  await peer.hasTaken(taken + 2)
  expect(peer.said.filter((message) => message.get(11) === 'c8' && message.get(43) === 'Y')).toHaveLength(1)
  expect(peer.taken.slice(taken).map((report) => report.pick(11, 150, 39))).toEqual(['11=c8|150=0|39=0', '11=c8|150=F|39=2'])
  all.push(...peer.taken.slice(taken))
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
  await peer.hasTaken(2)
  all.push(...peer.taken)
  expect(await peer.end()).toBe(0)
  await third.terminate()

  // --- what it has heard is what the journal says, and nobody has refused anything that the other said ---
  expect(all.map(toldText)).toEqual(expectedReports(await readJournal(directory), DESK1))
  const refusals = [...said, ...heard, ...peer.said, ...peer.heard].filter(({ type }) => type === '3' || type === 'j')
  expect(refusals).toEqual([])
}
