import { expect, test } from 'vitest'
import { decodedAnswer, decodedCopy, decodedFix, decodedRequest } from '../../demo/decoded.ts'
import { loadDictionary } from '../../demo/dictionary.ts'
import type { FixMessage } from '../../demo/fix-message.ts'
import { twoColumns } from '../../demo/two-columns.ts'

const dictionary = loadDictionary()
const order: FixMessage = [
  [35, 'D'],
  [34, '2'],
  [49, 'DESK1'],
  [1, '410000001'],
  [11, 'demo-1'],
  [38, '10'],
  [54, '1'],
  [55, 'AAPL'],
]
const fill: FixMessage = [
  [35, '8'],
  [34, '3'],
  [11, 'demo-1'],
  [17, '0193a1b2-0000-7000-8000-000000000000'],
  [39, '1'],
  [58, 'a text that is much longer than a column'],
  [150, 'F'],
  [797, 'Y'],
]

test('names come from the dictionary, and what it does not know stays a number', () => {
  expect([
    dictionary.messageName('D'),
    dictionary.messageName('zz'),
    dictionary.fieldName(54),
    dictionary.fieldName(9999),
    dictionary.valueName(39, '1'),
    dictionary.valueName(11, '1'),
  ]).toEqual(['NewOrderSingle', 'message zz', 'Side', 'tag 9999', 'Partially filled', undefined])
})

test('left is what a client sends, right what the gateway answers, the telling fields first', () => {
  const left = [decodedFix('DESK1', 'sent', order, dictionary)]
  const right = [decodedFix('DESK1', 'received', fill, dictionary), decodedCopy('DROP1', fill, dictionary)]
  expect(twoColumns(left, right, { width: 83, colour: false })).toBe(
    `DESK1 → NewOrderSingle (35=D)            │ DESK1 ← ExecutionReport (35=8)
  ClOrdID(11)=demo-1  Side(54)=1 Buy     │   ExecType(150)=F Trade
  Symbol(55)=AAPL  OrderQty(38)=10       │   OrdStatus(39)=1 Partially filled
  Account(1)=410000001                   │   ClOrdID(11)=demo-1
                                         │   Text(58)=a text that is much longer
                                         │   than a column  ExecID(17)=0193a1b2…
                                         │   CopyMsgIndicator(797)=Y
                                         │ DROP1 ← copy of demo-1: trade, partially
`,
  )
})

test('colours do not change what stands where', () => {
  const blocks = [decodedFix('DESK1', 'sent', order, dictionary)]
  const plain = twoColumns(blocks, blocks, { width: 100, colour: false })
  const coloured = twoColumns(blocks, blocks, { width: 100, colour: true })
  expect(coloured).toContain('\u001b[1;36mDESK1 → NewOrderSingle (35=D)\u001b[0m')
  const stripped = coloured.replaceAll(/\u001b\[[0-9;]*m/g, '')
  expect(stripped.split('\n').map((line) => line.trimEnd())).toEqual(plain.split('\n').map((line) => line.trimEnd()))
})

test('of REST the members that a scene is about are shown, of an error all', () => {
  const id = '0193a1b2-0000-7000-8000-000000000000'
  expect(decodedRequest('POST', `/v1/accounts/${id}/orders`, { symbol: 'AAPL', quantity: '2' })).toEqual({
    heading: 'REST → POST /v1/accounts/0193a1b2…/orders',
    style: 'sent',
    pieces: [
      { text: 'symbol: AAPL', style: 'plain' },
      { text: 'quantity: 2', style: 'plain' },
    ],
  })
  expect(decodedAnswer(201, { id, status: 'filled' }, ['id'])).toEqual({
    heading: 'REST ← 201',
    style: 'received',
    pieces: [{ text: 'id: 0193a1b2…', style: 'plain' }],
  })
  expect(decodedAnswer(422, { error: { code: 'NO' } }, ['id'])).toEqual({
    heading: 'REST ← 422',
    style: 'received',
    pieces: [{ text: 'error: {"code":"NO"}', style: 'plain' }],
  })
})
