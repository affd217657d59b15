import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import process from 'node:process'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLogger, type Logger } from '../../src/telemetry/logger.ts'
import { logEvents } from '../../src/telemetry/operator-lines.ts'
import { sampleEvents } from './sample-events.ts'

class Lines extends Writable {
  readonly texts: string[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.texts.push(...chunk.toString('utf8').trimEnd().split('\n'))
    done()
  }

  /** as JSON, without the moment */
  get objects(): unknown[] {
    return this.texts.map((text) => {
      const { time, ...rest } = JSON.parse(text) as Record<string, unknown>
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      return rest
    })
  }
}

function jsonLogger(level: 'debug' | 'info' | 'silent' = 'info'): { logger: Logger; lines: Lines } {
  const lines = new Lines()
  return { logger: createLogger({ level, terminal: false, destination: lines }), lines }
}

describe('the log', () => {
  test('is one JSON object a line', () => {
    const { logger, lines } = jsonLogger()
    logger.info({ session: 'DESK1', next_inbound: 7 }, 'logged on')
    logger.warn({ part: 'fix' }, 'slow reader')
    logger.debug('not at this level')
    expect(lines.objects).toEqual([
      { level: 'info', session: 'DESK1', next_inbound: 7, msg: 'logged on' },
      { level: 'warn', part: 'fix', msg: 'slow reader' },
    ])
  })

  test('is silent when told so', () => {
    const { logger, lines } = jsonLogger('silent')
    logger.fatal('the end')
    expect(lines.texts).toEqual([])
  })

  test('is a line for a person on a terminal', () => {
    const lines = new Lines()
    const logger = createLogger({ level: 'info', terminal: true, destination: lines })
    logger.info({ session: 'DESK1', password: 'hunter2' }, 'logged on')
    expect(lines.texts).toEqual([
      expect.stringMatching(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: logged on \{"session":"DESK1","password":"\[masked\]"\}$/),
    ])
  })

  test('never has secrets, passwords, tax ids and bank numbers, however deep they are', () => {
    const { logger, lines } = jsonLogger()
    logger.info({
      password: 'hunter2',
      api_secret: 'bsk_sbx_x',
      headers: {
        'X-API-Secret': 's',
        Authorization: 'Basic YWJjOmRlZmdoaWprbG1ubw==',
        'X-API-Key': 'bpk_sbx_4fK9mZq2LxTb7RwYc0VsNdEh0GCp5F',
      },
      accounts: [{ identity: { tax_id: '123456789', taxId: 123456789 }, account_number: '410000001' }],
      bank: { bank_account_number: '000123456789', bank_routing_number: '121000358', bank_account_last4: '6789', routingNumber: '1' },
      passwordHash: null,
      key: Buffer.from('secret'),
      market: { seed: 'a'.repeat(64) },
      err: Object.assign(new Error('refused'), { rawData: 'hunter2', code: 'ECONNREFUSED' }),
    })
    expect(lines.objects).toEqual([
      {
        level: 'info',
        password: '[masked]',
        api_secret: '[masked]',
        headers: { 'X-API-Secret': '[masked]', Authorization: '[masked]', 'X-API-Key': 'bpk_sbx_4fK9mZq2LxTb7RwYc0VsNdEh0GCp5F' },
        accounts: [{ identity: { tax_id: '[masked]', taxId: '[masked]' }, account_number: '410000001' }],
        bank: { bank_account_number: '[masked]', bank_routing_number: '[masked]', bank_account_last4: '6789', routingNumber: '[masked]' },
        passwordHash: null,
        key: '[Buffer]',
        market: { seed: '[masked]' },
        err: { type: 'Error', message: 'refused', stack: expect.stringMatching(/^Error: /), rawData: '[masked]', code: 'ECONNREFUSED' },
        msg: 'refused',
      },
    ])
  })

  test.each([
    ['key bsk_live_0aZ9 sent', 'key bsk_live_[masked] sent'],
    ['signed with whsec_MfKQ9r8GKYqr/wjUPD+ILg==, twice', 'signed with whsec_[masked], twice'],
    ['authorization: Basic YWJjOmRlZmdoaWprbG1ubw==', 'authorization: Basic [masked]'],
    ['tax id 123-45-6789', 'tax id [masked]'],
    ['8=FIX.4.4|9=70|35=A|553=joe|554=hunter2|96=abc|10=001|', '8=FIX.4.4|9=70|35=A|553=[masked]|554=[masked]|96=[masked]|10=001|'],
    ['35=BE|554=old|925=new|923=x|', '35=BE|554=[masked]|925=[masked]|923=x|'],
    ['35=A\u0001554=hunter2\u0001141=Y\u0001', '35=A\u0001554=[masked]\u0001141=Y\u0001'],
    ['the basic idea of 1554=x', 'the basic idea of 1554=x'],
  ])('%j becomes %j, as message, member, argument or error', (text, clean) => {
    const { logger, lines } = jsonLogger()
    logger.info(text)
    logger.info({ text }, 'a member')
    logger.info('%s', text)
    logger.error(new Error(text))
    logger.error({ err: new TypeError(text, { cause: new Error(text) }) }, 'an error')
    const stack = expect.stringMatching(/^\w*Error: /)
    expect(lines.objects).toEqual([
      { level: 'info', msg: clean },
      { level: 'info', text: clean, msg: 'a member' },
      { level: 'info', msg: clean },
      { level: 'error', err: { type: 'Error', message: clean, stack }, msg: clean },
      {
        level: 'error',
        err: { type: 'TypeError', message: clean, stack, cause: { type: 'Error', message: clean, stack } },
        msg: 'an error',
      },
    ])
    for (const secret of ['hunter2', 'YWJjOmRlZmdo', '123-45-6789', '0aZ9', 'MfKQ']) expect(lines.texts.join('\n')).not.toContain(secret)
  })

  test('does not walk into objects of other classes or without end', () => {
    const { logger, lines } = jsonLogger()
    const endless: { self?: unknown } = {}
    endless.self = endless
    logger.info({ map: new Map([['password', 'x']]) })
    logger.info({ endless })
    expect(lines.objects[0]).toEqual({ level: 'info', map: '[Map]' })
    expect(lines.texts[1]).toContain('[deeper]')
  })
})

describe('the lines about events', () => {
  const names = {
    accountNumber: (account: number) => `41000000${account + 1}`,
    partnerName: (partner: number) => `partner ${partner}`,
    senderCompId: (session: number) => `DESK${session}`,
    symbol: (instrument: number) => ['AAPL', 'MSFT'][instrument]!,
  }

  test('are about what an operator cares for, and never about orders and fills', () => {
    const { logger, lines } = jsonLogger('debug')
    logEvents(logger, sampleEvents, names)
    logEvents(
      logger,
      [
        { type: 'PartnerCreated', at: 1, partner: 0, id: 'p', name: 'Sandbox', environment: 'sandbox', market: 0, seed: 's', tradeDay: 1 },
        {
          type: 'AccountReviewed',
          at: 1,
          account: 0,
          statusFrom: 'SUBMITTED',
          status: 'ACTIVE',
          kycStatus: 'APPROVED',
          kycResults: null,
          reviewDueAt: 0,
        },
        { type: 'TradingDayEnded', at: 1, market: 0, endedDay: 20_777, closes: [], nextDay: 20_780 },
        { type: 'AccountClosed', at: 1, account: 0, statusFrom: 'ACTIVE', kycStatus: 'APPROVED' },
        { type: 'KillSwitchSet', at: 1, scope: 'all', id: 0, on: true, operator: 'bok_sbx_1234' },
        { type: 'KillSwitchSet', at: 1, scope: 'session', id: 2, on: false, operator: 'bok_sbx_1234' },
        { type: 'KillSwitchSet', at: 1, scope: 'account', id: 3, on: true, operator: '' },
        { type: 'NewsAnnounced', at: 1, headline: 'Maintenance', text: 'at 22:00' },
        { type: 'SymbolHalted', at: 1, market: 0, instrument: 1, until: 0, priceTicks: 0, reason: 'news', operator: 'bok_sbx_1234' },
        { type: 'SymbolResumed', at: 1, market: 0, instrument: 1, reason: 'the pause is over', operator: '' },
      ],
      names,
    )
    expect(lines.objects).toEqual([
      { level: 'warn', account: '410000001', trade: 7, msg: 'execution busted' },
      { level: 'warn', account: '410000001', trade: 7, msg: 'execution corrected' },
      { level: 'info', partner: 'Sandbox', environment: 'sandbox', market: 0, msg: 'partner created' },
      { level: 'info', account: '410000001', from: 'SUBMITTED', to: 'ACTIVE', kyc_status: 'APPROVED', msg: 'account reviewed' },
      { level: 'info', market: 0, ended: '2026-11-20', next: '2026-11-23', msg: 'trading day ended' },
      { level: 'info', account: '410000001', from: 'ACTIVE', msg: 'account closed' },
      { level: 'warn', scope: 'all', by: 'bok_sbx_1234', msg: 'kill switch on' },
      { level: 'warn', scope: 'session', session: 'DESK2', by: 'bok_sbx_1234', msg: 'kill switch off' },
      { level: 'warn', scope: 'account', account: '410000004', msg: 'kill switch on' },
      { level: 'info', headline: 'Maintenance', msg: 'news sent to every session' },
      { level: 'warn', market: 0, symbol: 'MSFT', reason: 'news', by: 'bok_sbx_1234', msg: 'symbol halted' },
      { level: 'info', market: 0, symbol: 'MSFT', reason: 'the pause is over', msg: 'symbol resumed' },
    ])
  })
})

test.skipIf(!existsSync('/dev/full'))('a log that can not be written is said once, and ends nothing', () => {
  const program = fileURLToPath(new URL('logging-program.ts', import.meta.url))
  const run = fileURLToPath(new URL('../../run.js', import.meta.url))
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const { status, stderr } = spawnSync(process.execPath, [run, program], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: "fillgate: the log can't be written: ENOSPC: no space left on device, write\nthe end\n",
  })
  expect(spawnSync(process.execPath, [run, program], { stdio: ['ignore', full, full] }).status).toBe(0)
})
