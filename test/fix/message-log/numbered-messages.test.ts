import { expect, test } from 'vitest'
import { Pace } from '../../../src/fix/message-log/pace.ts'
import { NumberedMessages } from '../../../src/fix/message-log/numbered-messages.ts'
import { SessionBook } from '../../../src/fix/session/session-book.ts'
import { accepted, batch, NOON, order } from '../../storage/story.ts'
import { commitAll, openTestJournal, openTestReader } from '../../storage/support/open-journal.ts'
import { temporaryDirectory } from '../../storage/support/temporary-directory.ts'
import { settingsOf } from '../../support/gateway-under-test.ts'

test('what was sent since a moment is found before a clock that was then turned back by a minute', async () => {
  const directory = temporaryDirectory()
  const turnedBack = [60_000, 60_001, 60_002, ...Array.from({ length: 20 }, (_, index) => index)]
  const batches = turnedBack.map((ms, index) => {
    const position = index + 1
    const numbers = { session: 1, reset: false, nextInbound: 2, firstOutbound: position, outbound: [position], toldBefore: position + 1 }
    return { ...batch(position, [accepted({ order: order({ number: position }) })], [numbers]), sealedAt: NOON + ms }
  })
  await commitAll(openTestJournal(directory), batches)
  const messages = new NumberedMessages({
    reader: openTestReader(directory),
    book: new SessionBook(settingsOf({ senderCompId: 'DESK1' }, 1)),
    pace: new Pace(),
    filter: { session: 1, since: NOON + 60_000, decode: false },
    after: 0,
  })
  const found: number[] = []
  for (let head = await messages.head(); head !== undefined; head = await messages.head()) {
    found.push(head.number)
    messages.next()
  }
  expect(found).toEqual([1, 2, 3])
})
