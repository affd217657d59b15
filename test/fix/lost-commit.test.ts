import { afterEach, expect, test } from 'vitest'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { until } from '../support/until.ts'

let under: GatewayUnderTest

afterEach(() => under.close())

const order = (id: string): string => `11=${id}|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=100|38=1`

test('a commit that the disk never ends is told to nobody; after the restart engine, numbers and reports are those of the disk', async () => {
  const first = await GatewayUnderTest.start()
  under = first
  const desk = await first.logOn()
  desk.say('D', order('kept'))
  await desk.hear('8')
  // from here on the disk takes what it is given and never answers
  first.journal.commit = () => undefined
  desk.say('D', order('lost'))
  await until(() => first.engine.state.openOrderCount === 2)
  desk.say('1', '112=are you there')
  await until(() => first.book().nextInbound === 4)
  expect(desk.heard.map(({ type }) => type)).toEqual(['A', '8'])
  await desk.drop()
  await first.stopListening()
  await first.journal.close()
  first.reader.close()

  under = await GatewayUnderTest.start({ directory: first.directory })
  expect([under.engine.state.openOrderCount, under.book().nextInbound, under.book().nextOutbound]).toEqual([1, 3, 3])
  // the desk knows no answer to its order: it says it again, under the number that it had
  const again = await under.logOn('DESK1', { number: 5 })
  expect((await again.hear('2')).pick(7, 16)).toBe('7=3|16=0')
  again.say('D', order('lost'), { number: 3, header: '43=Y|122=20261120-15:04:05.000' })
  expect((await again.hear('8')).pick(34, 11, 150)).toBe('34=5|11=lost|150=0')
  again.say('4', '123=Y|36=6', { number: 4, header: '43=Y' })
  again.next = 6
  expect(await again.hearAll()).toEqual([])
  expect(under.engine.state.openOrderCount).toBe(2)
})
