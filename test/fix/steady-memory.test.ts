import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { FuzzedGateway } from '../fuzz/fuzzed-gateway.ts'
import { dictionaryRules } from '../support/gateway-under-test.ts'
import { frame, utcTimestamp } from '../support/fix-message.ts'

const MESSAGES = 40_000
const AT_ONCE = 200

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test(`a session that says and hears heartbeats all day grows by less than 16 bytes for each of them`, { timeout: 60_000 }, async () => {
  const gateway = new FuzzedGateway(await dictionaryRules(), {})
  const line = gateway.connect((connection, view) => connection.onMessage(view))
  const message = (msgType: string, number: number, body: string): Buffer =>
    frame(`35=${msgType}|34=${number}|49=DESK1|52=${utcTimestamp(gateway.clock.epochMs())}|56=GATEWAY|${body}`)
  const heapAfter = async (until: number): Promise<number> => {
    while (gateway.book.nextInbound < until) {
      const next = gateway.book.nextInbound
      line.say(Buffer.concat(Array.from({ length: AT_ONCE }, (_, index) => message('1', next + index, `112=T${next + index}`))))
      await gateway.settle()
      line.take()
      // that is what the disk is for
      gateway.forgetJournal()
    }
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  line.say(message('A', 1, '98=0|108=30'))
  await gateway.settle()
  // code is compiled and tables are grown in the first part
  const early = await heapAfter(MESSAGES / 2)
  const late = await heapAfter(MESSAGES)
  expect(gateway.book.nextOutbound).toBeGreaterThan(MESSAGES)
  expect((late - early) / (MESSAGES / 2)).toBeLessThan(16)
})
