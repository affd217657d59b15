import { expect, test } from 'vitest'
import { orderTypeOf, sideOf, timeInForceOf } from '../../src/fix/fix-values.ts'
import { OrderType, Side, TimeInForce } from '../../src/domain/orders/order.ts'

const TEXTS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '', '11', 'P', '\0', '\xb1', '\u0131']

test('54, 40 and 59 name what the gateway takes, each by one character, and nothing else', () => {
  const named = (of: (text: string) => number | undefined) =>
    Object.fromEntries(TEXTS.map((text) => [text, of(text)]).filter(([, value]) => value !== undefined))
  expect(named(sideOf)).toEqual({ 1: Side.Buy, 2: Side.Sell })
  expect(named(orderTypeOf)).toEqual({ 1: OrderType.Market, 2: OrderType.Limit, 3: OrderType.Stop, 4: OrderType.StopLimit })
  expect(named(timeInForceOf)).toEqual({
    0: TimeInForce.Day,
    1: TimeInForce.Gtc,
    2: TimeInForce.Opg,
    3: TimeInForce.Ioc,
    4: TimeInForce.Fok,
    7: TimeInForce.Cls,
  })
})
