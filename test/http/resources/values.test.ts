import { expect, test } from 'vitest'
import { isRoutingNumber } from '../../../src/http/resources/funding/routing-number.ts'
import { statusesNamed } from '../../../src/http/resources/blotter/blotter-names.ts'
import { percentage } from '../../../src/http/resources/portfolio/percentage.ts'
import { OrderStatus } from '../../../src/domain/orders/order.ts'

test.each([
  [4200, 59800, '7.0234'],
  [-4200, 59800, '-7.0234'],
  [190, 15810, '1.2018'],
  [1, 3, '33.3333'],
  [2, 3, '66.6667'],
  [0, 5, '0.0000'],
  [5, 0, '0.0000'],
  [1, 16_000_000, '0.0000'],
  [3, 2_000_000, '0.0002'],
])('%i of %i is %s percent, half-even', (part, whole, expected) => {
  expect(percentage(part, whole)).toBe(expected)
})

test.each([
  ['121000358', true],
  ['021000021', true],
  ['121000359', false],
  ['000000000', false],
  ['12100035', false],
  ['12100035x', false],
])('the routing number %s has its checksum: %s', (number, expected) => {
  expect(isRoutingNumber(number)).toBe(expected)
})

test.each([
  ['New', [OrderStatus.Accepted, OrderStatus.New]],
  ['PartiallyFilled', [OrderStatus.PartiallyFilled]],
  ['partially filled', [OrderStatus.PartiallyFilled]],
  ['Cancelled', [OrderStatus.Cancelled]],
  ['Done for Day', [OrderStatus.DoneForDay]],
  ['Sold', []],
])('the blotter knows %s', (name, statuses) => {
  expect(statusesNamed(name)).toEqual(statuses)
})
