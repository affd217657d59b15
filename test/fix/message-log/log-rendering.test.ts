import { afterEach, beforeEach, expect, test } from 'vitest'
import { LogRenderer } from '../../../src/fix/message-log/log-rendering.ts'
import { frame, maskedText } from '../../support/fix-message.ts'
import { GatewayUnderTest } from '../../support/gateway-under-test.ts'
import { ManualClock } from '../../support/manual-clock.ts'

let clock: ManualClock
let under: GatewayUnderTest

beforeEach(async () => {
  clock = new ManualClock()
  under = await GatewayUnderTest.start({ clock })
})

afterEach(() => under.close())

test('what the log shows of a report is what the desk was sent, byte for byte', async () => {
  const desk = await under.logOn()
  desk.say('D', '11=c1|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=149.5|38=10')
  const report = await desk.hear('8')
  const batch = under.batches.find(({ events }) => events[0]?.type === 'OrderAccepted')!
  const renderer = new LogRenderer(under.engine.state)
  const logged = { settings: under.settings[0]!, event: batch.events[0]!, position: batch.position, number: 2, sentAt: batch.sealedAt }
  expect(maskedText(renderer.bytes(logged))).toBe(report.text)
  expect(renderer.msgType(batch.events[0]!)).toBe('8')
  clock.advance(1_000)
  desk.say('2', '7=2|16=2')
  expect(maskedText(renderer.bytes({ ...logged, sentAt: clock.epochMs(), firstSentAt: batch.sealedAt }))).toBe((await desk.hear('8')).text)
})

test('user, password and raw data are masked, also raw data with SOH in it', () => {
  const logon = frame('35=A|34=1|49=DESK1|52=20261120-15:04:05|56=GATEWAY|98=0|108=30|95=7|96=abc|def|553=jane|554=hunter2')
  expect(maskedText(logon)).toContain('|95=7|96=***|553=***|554=***|10=')
  expect(maskedText(logon)).not.toMatch(/jane|hunter2|abc|def/)
  const change = frame('35=BE|34=2|49=DESK1|52=20261120-15:04:05|56=GATEWAY|553=jane|554=hunter2|923=u1|924=3|925=hunter3')
  expect(maskedText(change)).toContain('|553=***|554=***|923=u1|924=3|925=***|10=')
})

test('text is shown as it is read, in UTF-8 as in latin1', () => {
  const head = '35=B|34=1|49=DESK1|52=20261120-15:04:05|56=GATEWAY'
  expect(maskedText(frame(`${head}|148=${Buffer.from('Zürich', 'utf8').toString('latin1')}`))).toContain('|148=Zürich|10=')
  expect(maskedText(frame(`${head}|148=Zürich`))).toContain('|148=Zürich|10=')
})
