import { beforeEach, describe, expect, test } from 'vitest'
import { Doorkeeper, type Handshake } from '../../../src/fix/connection/doorkeeper.ts'
import { createLogger } from '../../../src/telemetry/logger.ts'
import { LOGON_REFUSALS, Metrics } from '../../../src/telemetry/metrics.ts'
import { ManualClock } from '../../support/manual-clock.ts'

let door: Doorkeeper
/** addresses of those who were cut */
let cut: string[]

beforeEach(() => {
  cut = []
  door = new Doorkeeper({
    limits: { logonTimeoutMs: 5_000, failedLogonsPerMinute: 2, maxUnauthenticated: 4, maxConnections: 100 },
    clock: new ManualClock(),
    logger: createLogger({ level: 'fatal', terminal: false, destination: { write: () => undefined } }),
    metrics: new Metrics('test'),
  })
})

/** Somebody of this address connects, and has not logged on; whether the door has taken it. */
function connects(remoteAddress: string): boolean {
  if (!door.takes(remoteAddress)) return false
  const handshake: Handshake = { remoteAddress, destroy: () => cut.push(remoteAddress) }
  door.handshakeBegan(handshake)
  return true
}

describe('the places before a Logon', () => {
  test.each([
    ['of one IPv6 network', ['2001:db8::1', '2001:db8::2', '2001:db8::a:0:0:3', '2001:db8::b:0:0:4'], '2001:db8::5', '2001:db8:0:1::1'],
    ['of one IPv4 address', ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'], '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ])('that are all held %s: its own newcomer is refused, others get one each', (_whose, addresses, own, other) => {
    expect(addresses.map(connects)).toEqual([true, true, true, true])
    expect(connects(own)).toBe(false)
    expect(cut).toEqual([])
    expect(connects(other)).toBe(true)
    expect(cut).toEqual([addresses[0]])
    // before the socket of the first says that it is closed
    expect(connects('198.51.100.1')).toBe(true)
    expect(cut).toEqual(addresses.slice(0, 2))
  })

  test('are not given up for who has gone already', () => {
    expect(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1', ''].map(connects)).toEqual([true, true, true, true, false])
    expect(cut).toEqual([])
  })
})

describe('refused Logons', () => {
  const refuses = (address: string): void => door.refused({ reason: 'password', compId: 'DESK1', address })

  test('of one IPv6 network cut the network, and no other', () => {
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3']) refuses(address)
    expect(['2001:db8::4', '2001:db8:0:1::1', '192.0.2.1'].map(connects)).toEqual([false, true, true])
  })

  test('do not count where somebody who may come in has come at the wrong time, or not to speak', () => {
    const counted = LOGON_REFUSALS.filter((reason, index) => {
      const address = `192.0.2.${index}`
      for (let count = 0; count < 3; count++) door.refused({ reason, compId: 'DESK1', address })
      return !door.takes(address)
    })
    const uncounted = LOGON_REFUSALS.filter((reason) => !counted.includes(reason))
    expect(uncounted).toEqual(['disabled', 'out_of_schedule', 'already_logged_on', 'timeout'])
  })

  test('of IPv4 addresses that the socket has as IPv6 cut one address', () => {
    for (const address of ['::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1']) refuses(address)
    expect(['192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'].map(connects)).toEqual([false, false, true])
  })

  test('of more names than are remembered let nobody in who was cut', () => {
    for (let count = 0; count < 3; count++) refuses('192.0.2.1')
    for (let count = 0; count < 20_000; count++)
      door.refused({ reason: 'comp_id', compId: `NAME${count}`, address: `10.0.${count >> 8}.${count & 255}` })
    expect(['192.0.2.1', '192.0.2.2'].map(connects)).toEqual([false, true])
  })
})
