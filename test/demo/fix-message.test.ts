import { expect, test } from 'vitest'
import { decode, encode, type FixMessage, valueOf } from '../../demo/fix-message.ts'
import { fixTime } from '../../demo/fix-client.ts'

const heartbeat: FixMessage = [
  [35, '0'],
  [34, '2'],
  [49, 'DESK1'],
  [52, '20261120-15:04:05.123'],
  [56, 'GATEWAY'],
]
const bytes = '8=FIX.4.4|9=55|35=0|34=2|49=DESK1|52=20261120-15:04:05.123|56=GATEWAY|10=052|'.replaceAll('|', '\u0001')

test('a message is framed with BodyLength and CheckSum', () => {
  expect(encode(heartbeat)).toBe(bytes)
})

test('messages are cut out of a stream wherever it is split', () => {
  for (let split = 0; split <= bytes.length; split++) {
    const first = decode(bytes + bytes.slice(0, split))
    const second = decode(first.rest + bytes.slice(split))
    expect([...first.messages, ...second.messages, second.rest]).toEqual([heartbeat, heartbeat, ''])
  }
})

test('a value may contain the equals sign', () => {
  const message: FixMessage = [
    [35, 'B'],
    [58, 'a=b'],
  ]
  expect(valueOf(decode(encode(message)).messages[0]!, 58)).toBe('a=b')
})

test('what is no FIX 4.4 is told from a message that is still under way', () => {
  expect(decode('8=FIX.4')).toEqual({ messages: [], rest: '8=FIX.4' })
  expect(() => decode('HTTP/1.1 400 Bad Request')).toThrow('expected a FIX.4.4 message, not "HTTP/1.1 400 Bad Request"')
})

test('times are those of FIX', () => {
  expect(fixTime(new Date('2026-11-20T15:04:05.123Z'))).toBe('20261120-15:04:05.123')
})
