import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CancelOrder, PlaceOrder } from '../../src/domain/commands/order-command.ts'
import type { Command } from '../../src/domain/command.ts'
import type { OrderFilled } from '../../src/domain/events/order-event.ts'
import { OrderType, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { Quarantine } from '../../src/storage/quarantine.ts'
import { openVenue } from '../engine/engine-under-test.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const ORDER: PlaceOrder = {
  type: 'PlaceOrder',
  session: 2,
  account: 1,
  clientOrderId: 'a-77',
  symbol: 'AAPL',
  side: Side.Buy,
  orderType: OrderType.Limit,
  timeInForce: TimeInForce.Day,
  quantityLots: 1e9,
  cashCents: 0,
  limitTicks: 10_000,
  stopTicks: 0,
  extendedHours: false,
  possResend: false,
}
const CANCEL: CancelOrder = {
  type: 'CancelOrder',
  requester: { kind: 'rest' },
  order: { number: 7 },
  clientOrderId: '',
  originalClientOrderId: '',
}
const FAILURE = { at: 1_000, about: { session: 'DESK1', client_order_id: 'a-77' }, error: 'a bug of the engine' }
const application = (sealed: string, name: string): Command => ({
  type: 'UpdateAccount',
  account: 1,
  tradingConfigurations: {},
  changes: JSON.stringify({ contact: { name }, sealed: { tax_id: sealed } }),
  changesContact: true,
  changesIdentity: false,
})

test('what is held back stays so over a restart until it is lifted; the file is the owner\u2019s alone', () => {
  const directory = temporaryDirectory()
  const { id } = new Quarantine(directory).add(ORDER, FAILURE)
  const again = new Quarantine(directory)
  expect(again.commands).toEqual([{ id, command: 'PlaceOrder', ...FAILURE }])
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(again.find(ORDER)?.id).toBe(id)
  expect(statSync(join(directory, 'quarantine.json')).mode & 0o777).toBe(0o600)
  again.add(CANCEL, FAILURE)
  again.add(ORDER, { ...FAILURE, at: 2_000 })
  expect(again.commands.map(({ command, at }) => [command, at])).toEqual([
    ['PlaceOrder', 2_000],
    ['CancelOrder', 1_000],
  ])
  expect([again.lift(id), again.lift(id)]).toEqual([true, false])
  expect([again.find(ORDER), new Quarantine(directory).find(ORDER)]).toEqual([undefined, undefined])
})

test('a command is known again by what it asks for: not by PossResend(97), nor by what storage adds, nor by the nonce of a sealed tax id', () => {
  const quarantine = new Quarantine(temporaryDirectory())
  for (const command of [ORDER, CANCEL, application('nonce 1', 'Jane')]) quarantine.add(command, FAILURE)
  const closing = { ...ORDER, clientOrderId: 'close-0fb5c1d2-5f0e-4c3a-9a51-0c6f3a1d2b4e' }
  quarantine.add(closing, FAILURE)
  const known: readonly Command[] = [
    { ...ORDER, possResend: true },
    { ...CANCEL, clientOrderIdUsed: true },
    application('nonce 2', 'Jane'),
    { ...closing, clientOrderId: 'close-9fb5c1d2-5f0e-4c3a-9a51-0c6f3a1d2b4e' },
  ]
  const others: readonly Command[] = [
    { ...ORDER, clientOrderId: 'a-78' },
    { ...ORDER, session: 3 },
    { ...CANCEL, order: { number: 8 } },
    application('nonce 1', 'John'),
  ]
  expect(known.map((command) => quarantine.find(command)?.command)).toEqual(['PlaceOrder', 'CancelOrder', 'UpdateAccount', 'PlaceOrder'])
  expect(others.map((command) => quarantine.find(command))).toEqual(others.map(() => undefined))
})

test('the bust of a trade is known again whatever its accounts have traded since', () => {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '10000.00' })
  venue.quote('9.90 x 100', '10.00 x 100')
  const bought = (): OrderFilled => alice.buy('1', { limit: '10.00' }).events.find((event) => event.type === 'OrderFilled')!
  const bustOf = ({ order }: OrderFilled): Command => ({ type: 'BustExecution', trade: venue.archive.trade(order, 1)! })
  const quarantine = new Quarantine(temporaryDirectory())
  const first = bought()
  quarantine.add(bustOf(first), FAILURE)
  const second = bought()
  expect([quarantine.find(bustOf(first))?.command, quarantine.find(bustOf(second))]).toEqual(['BustExecution', undefined])
})

/** An entry of the file of which one member is something else. */
const amiss = (member: string, value: unknown): string => JSON.stringify({ id: 'x', command: 'PlaceOrder', ...FAILURE, [member]: value })
const NO_COMMANDS = ['null', '7', ...['id', 'at', 'command', 'about', 'error'].flatMap((name) => [amiss(name, null), amiss(name, true)])]

test.each<readonly [string, RegExp]>([
  ['{', /quarantine\.json can't be read \(.*\): mend it, or move it away to let every command through/],
  ['hi\n', /quarantine\.json can't be read \(it is not JSON\): mend it, or move it away to let every command through$/],
  ['{"id":1}', /quarantine\.json is no list of quarantined commands: mend it/],
  ['[{"id":"x"}]', /quarantine\.json is no list of quarantined commands: mend it/],
  ...NO_COMMANDS.map((one) => [`[${one}]`, /quarantine\.json is no list of quarantined commands: mend it/] as const),
])('a file that says %j is refused, and stays as it is', (text, refusal) => {
  const directory = temporaryDirectory()
  const file = join(directory, 'quarantine.json')
  writeFileSync(file, text)
  expect(() => new Quarantine(directory)).toThrow(refusal)
  expect(readFileSync(file, 'utf8')).toBe(text)
})
