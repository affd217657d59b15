import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { Command } from '../../src/domain/command.ts'
import type { ResetMarket } from '../../src/domain/commands/market-command.ts'
import type { FillModel } from '../../src/domain/orders/fill-model.ts'
import { Side } from '../../src/domain/orders/order.ts'
import type { Action, Drawn } from './any-command.ts'
import { security } from '../support/security.ts'

/** What brokers, operators and banks do beside the trading: accounts, money, switches, models, a sandbox that begins anew. */
export const ADMINISTRATION: readonly Action[] = [
  [4, killSwitch],
  [4, massCancel],
  [2, report],
  [5, fillModel],
  [4, volatility],
  [5, updateAccount],
  [5, linkBank],
  [2, reviewBank],
  [1, unlinkBank],
  [5, deposit],
  [5, withdraw],
  [6, moveTransfer],
  [3, openAccount],
  [2, openFurtherAccount],
  [3, reviewAccount],
  [1, ({ account }) => ({ type: 'CloseAccount', account })],
  [1, reset],
  [1, ({ index, one }) => ({ type: 'ListInstrument', instrument: security(`NEW${index}`, 10_0000, { fractionable: one.buys }) })],
  [2, ({ one, symbol }) => ({ type: 'ChangeInstrument', symbol, name: `name ${one.size}`, tradable: one.pick % 4 > 0 })],
]

const choose = <T>(from: readonly T[], pick: number): T => from[pick % from.length]!

function killSwitch({ one, account }: Drawn): Command {
  const scope = choose(['account', 'account', 'session', 'partner', 'all'] as const, one.size)
  const id = scope === 'account' ? account : scope === 'partner' ? one.pick % 2 : scope === 'session' ? one.session : 0
  return { type: 'SetKillSwitch', scope, id, on: one.pick % 3 === 0, operator: 'op' }
}

function massCancel({ venue, one, index, account, market, symbol }: Drawn): Command {
  const { session, size, pick } = one
  const requester = session === 0 ? ({ kind: 'rest' } as const) : ({ kind: 'session', session, accountScope: pick % 2 === 0 } as const)
  return {
    type: 'MassCancel',
    requester,
    clientOrderId: session === 0 ? '' : `m${index}`,
    scope: 7,
    market,
    accounts: [account],
    symbol: '',
    ...(size % 2 === 0 && { instrument: venue.state.instrumentBySymbol(symbol)! }),
    ...(size % 3 === 0 && { side: Side.Buy }),
  }
}

function report({ one, index, account, market, symbol }: Drawn): Command {
  const about = { session: 1, market, accountScope: true, account, accountText: '', symbol, side: '1', requestId: '' } as const
  return { type: 'ReportOrderStatus', ...about, clientOrderId: `o${one.pick % Math.max(1, index)}` }
}

const MODELS: readonly FillModel[] = [
  { kind: 'displayed' },
  { kind: 'full' },
  { kind: 'partial' },
  { kind: 'participation', basisPoints: 100 },
]

function fillModel({ venue, one, account, market, symbol }: Drawn): Command {
  const scope = one.buys ? { instrument: venue.state.instrumentBySymbol(symbol)! } : { account }
  return { type: 'SetFillModel', market, scope, model: choose(MODELS, one.pick) }
}

function volatility({ one, market, symbol }: Drawn): Command {
  return { type: 'ChangeVolatility', market, symbol, stepHundredths: choose([0, 100, 2_000], one.pick) }
}

function updateAccount({ one, account }: Drawn): Command {
  const tradingConfigurations = choose(
    [
      { suspend_trade: true },
      { suspend_trade: false },
      { suspend_trade: false },
      { fractional_trading: one.buys },
      { max_order_notional: one.buys ? null : '1000.00' },
    ],
    one.pick,
  )
  const changes = JSON.stringify({ dividend_reinvestment: one.size % 3 > 0 })
  return { type: 'UpdateAccount', account, tradingConfigurations, changes, changesContact: false, changesIdentity: false }
}

const BANK = { ownerName: 'x', accountType: 'CHECKING', bankName: null, accountLast4: '6789', routingNumber: '121000358' } as const

function linkBank({ one, account }: Drawn): Command {
  return { type: 'LinkBank', account, status: one.buys ? 'APPROVED' : 'PENDING', ...BANK }
}

const bankOf = ({ venue, one, account }: Drawn): number | undefined => choose([...venue.state.account(account).banks.keys()], one.pick)

function reviewBank(drawn: Drawn): Command | undefined {
  const ach = bankOf(drawn)
  const decision = drawn.one.buys ? 'approve' : 'reject'
  return ach === undefined ? undefined : { type: 'ReviewBank', account: drawn.account, ach, decision }
}

function unlinkBank(drawn: Drawn): Command | undefined {
  const ach = bankOf(drawn)
  return ach === undefined ? undefined : { type: 'UnlinkBank', account: drawn.account, ach }
}

/** Now and then one that was sent before. */
const keyOf = ({ pick }: Drawn['one']): string | null => (pick % 3 === 0 ? `k${pick % 9}` : null)

function deposit(drawn: Drawn): Command | undefined {
  const { one, account } = drawn
  const ach = bankOf(drawn)
  if (ach === undefined) return undefined
  return { type: 'Deposit', account, ach, amountCents: 100 + (one.pick % 100_000), description: null, idempotencyKey: keyOf(one) }
}

function withdraw(drawn: Drawn): Command | undefined {
  const { one, account } = drawn
  const ach = bankOf(drawn)
  if (ach === undefined) return undefined
  const fullBalance = one.size % 6 === 0
  const amounts = { amountCents: fullBalance ? 0 : 100 + (one.pick % 50_000), fullBalance, feeCents: one.buys ? 5 : 0 }
  return { type: 'Withdraw', account, ach, ...amounts, ira: null, description: null, idempotencyKey: keyOf(one) }
}

function moveTransfer({ venue, one, account }: Drawn): Command | undefined {
  const transfer = choose([...venue.state.account(account).transfers.keys()], one.pick)
  if (transfer === undefined) return undefined
  if (one.size % 5 === 0) return { type: 'CancelTransfer', account, transfer }
  const action = choose([{ do: 'queue' }, { do: 'send' }, { do: 'settle' }, { do: 'return', code: 'R01' }] as const, one.size)
  return { type: 'MoveTransfer', account, transfer, action }
}

const TRADING = { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null } as const

function openAccount({ one }: Drawn): Command {
  return {
    type: 'OpenAccount',
    partner: one.pick % 2,
    userId: '',
    status: AccountStatus.Submitted,
    kycStatus: KycStatus.Submitted,
    kycResults: null,
    kycDelayMs: one.pick % 100_000,
    tradingConfigurations: TRADING,
    profile: one.buys ? '{}' : '{"dividend_reinvestment":true}',
  }
}

function openFurtherAccount({ venue, account }: Drawn): Command {
  const { partner, userId } = venue.state.account(account)
  return { type: 'OpenFurtherAccount', partner, userId, tradingConfigurations: TRADING, profile: '{}' }
}

function reviewAccount({ one, account }: Drawn): Command {
  if (one.size % 4 === 0) return { type: 'ResumeReview', account }
  const decision = choose(['approve', 'reject', 'request_information'] as const, one.size)
  return { type: 'ReviewAccount', account, decision, reject: decision === 'approve' ? [] : ['DOCUMENT'] }
}

/** The first partner's, as `npm start` sets one up: accounts of the same ids, each with money, shares and an order. */
function reset({ one }: Drawn): ResetMarket {
  const quote = { bidTicks: 149_9000, askTicks: 150_1000, bidLots: 5e9, askLots: 7e9 }
  const ids = (of: string): string[] => [0, 1, 2].slice(0, 1 + (one.pick % 3)).map((n) => `0000000${n}-0000-5000-8000-0000000000${of}`)
  const [users, banks, deposits, orders] = ['01', '0a', '0b', '0c'].map(ids) as [string[], string[], string[], string[]]
  const accounts = ids('02').map((id, n): ResetMarket['accounts'][number] => ({
    opening: {
      id,
      userId: users[n]!,
      status: AccountStatus.Active,
      kycStatus: KycStatus.Approved,
      kycResults: null,
      tradingConfigurations: TRADING,
      profile: '{}',
    },
    banks: [{ id: banks[n]!, status: 'APPROVED', ...BANK }],
    deposits: [{ id: deposits[n]!, amountCents: 5_000_000, description: null }],
    positions: [
      { symbol: 'AAPL', shares: 100, priceTicks: 150_0000 },
      { symbol: 'WALK', shares: 50, priceTicks: 50_0000 },
    ],
    orders: [
      {
        id: orders[n]!,
        session: 0,
        clientOrderId: `fixture ${n}`,
        symbol: 'AAPL',
        side: Side.Buy,
        orderType: 2,
        timeInForce: 1,
        quantityLots: 1e9,
        cashCents: 0,
        limitTicks: 149_0000,
        stopTicks: 0,
        extendedHours: false,
        possResend: false,
      },
    ],
  }))
  return { type: 'ResetMarket', market: 0, partner: 0, quotes: one.buys ? [{ symbol: 'AAPL', quote }] : [], accounts }
}
