import { IdentifierKind } from '../../src/domain/identifiers/identifier.ts'
import type { IdentifierMint } from '../../src/domain/identifiers/identifier.ts'
import type { Event } from '../../src/domain/event.ts'
import type { OrderEvent } from '../../src/domain/events/order-event.ts'
import { counterOf, OrderStatus } from '../../src/domain/orders/order.ts'
import { formatDecimal, formatQuantity } from '../../src/domain/amounts/amounts.ts'
import { EngineState } from '../../src/engine/state.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import { openState, replay } from '../../src/recovery/recover.ts'
import { checkJournal, type JournalCheck } from '../../src/storage/journal-reading/journal-check.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { SnapshotStore } from '../../src/storage/snapshot-store.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import type { FixMessage } from '../support/fix-message.ts'

/** What a journal says, by itself: read from the file and replayed into an empty engine. */
export interface JournalStory {
  readonly events: readonly Event[]
  readonly orderEvents: readonly OrderEvent[]
  /** last position of every batch */
  readonly batchEnds: readonly number[]
  readonly state: EngineState
  readonly fingerprint: string
  readonly check: JournalCheck
  readonly executionId: (event: OrderEvent) => string
  readonly orderId: (orderNumber: number) => string
}

export async function readJournal(directory: string): Promise<JournalStory> {
  const reader = new JournalReader(directory)
  try {
    const engine = new Engine({ calendar: tradingCalendar, rules: DEFAULT_RULES })
    const events: Event[] = []
    const batchEnds: number[] = []
    await replay({ engine, books: [], from: 1, lastAt: 0 }, reader, (batch) => {
      events.push(...batch.events)
      batchEnds.push(batch.position + Math.max(1, batch.events.length) - 1)
    })
    const mint = (): IdentifierMint => engine.state.markets[0]!.mint
    return {
      events,
      orderEvents: events.filter(isAboutOrder),
      batchEnds,
      state: engine.state,
      fingerprint: fingerprint(engine.state),
      check: checkJournal(directory),
      executionId: (event) => mint().mint(IdentifierKind.Execution, event.execution),
      orderId: (orderNumber) => mint().mint(IdentifierKind.Order, counterOf(orderNumber)),
    }
  } finally {
    reader.close()
  }
}

/** The state of the newest snapshot with the rest of the journal behind it: its digest, and where the snapshot stood. */
export async function replayFromSnapshot(directory: string): Promise<{ readonly fingerprint: string; readonly from: number }> {
  const reader = new JournalReader(directory)
  try {
    const logger = createLogger({ level: 'silent', terminal: false })
    const snapshots = new SnapshotStore(directory)
    const recovery = openState({ reader, snapshots, calendar: tradingCalendar, rules: DEFAULT_RULES, orderCapacity: 1024, logger })
    await replay(recovery, reader, () => undefined)
    return { fingerprint: fingerprint(recovery.engine.state), from: recovery.from }
  } finally {
    reader.close()
  }
}

/** The messages that a session is told of, in order, in the words of `toldText`; a drop copy is told of every order. */
export function expectedReports(story: JournalStory, session: number | 'drop-copy'): string[] {
  return story.events.flatMap((event) => {
    if (isAboutOrder(event)) return session === 'drop-copy' || event.order.session === session ? [expectedText(story, event)] : []
    if (event.type === 'CancelRejected' && event.session === session)
      return [`35=9|11=${event.clientOrderId}|434=${event.responseTo}|102=${event.reason}`]
    if ('session' in event && event.session === session) throw new Error(`a journal of this test has no ${event.type}`)
    return []
  })
}

/** What matters of a message that a session was told. */
export function toldText(message: FixMessage): string {
  return message.type === '9' ? message.pick(35, 11, 434, 102) : message.pick(35, 17, 37, 150, 39, 38, 14, 151, 31, 32, 54)
}

function expectedText(story: JournalStory, event: OrderEvent): string {
  const { order } = event
  const fill = event.type === 'OrderFilled' ? [`31=${formatDecimal(event.lastTicks, 4, 0)}`, `32=${formatQuantity(event.lastLots)}`] : []
  return [
    '35=8',
    `17=${story.executionId(event)}`,
    `37=${story.orderId(order.number)}`,
    `150=${EXEC_TYPES[event.type]}`,
    `39=${ORDER_STATUSES[order.status]!}`,
    `38=${formatQuantity(order.quantityLots)}`,
    `14=${formatQuantity(order.filledLots)}`,
    `151=${formatQuantity(order.leavesLots)}`,
    ...fill,
    `54=${order.side}`,
  ].join('|')
}

const EXEC_TYPES: Readonly<Record<OrderEvent['type'], string>> = {
  OrderAccepted: '0',
  OrderPended: 'A',
  OrderAcknowledged: '0',
  OrderRejected: '8',
  OrderFilled: 'F',
  OrderCancelled: '4',
  OrderExpired: 'C',
  OrderReplaced: '5',
  OrderRestated: 'D',
  OrderTriggered: 'D',
  OrderSuspended: '9',
  OrderReinstated: '0',
  ExecutionBusted: 'H',
  ExecutionCorrected: 'G',
}

/** OrdStatus(39) of the states that the orders of these tests can be in. */
export const ORDER_STATUSES: Readonly<Partial<Record<OrderStatus, string>>> = {
  [OrderStatus.New]: '0',
  [OrderStatus.PartiallyFilled]: '1',
  [OrderStatus.Filled]: '2',
  [OrderStatus.Cancelled]: '4',
  [OrderStatus.Expired]: 'C',
  [OrderStatus.Rejected]: '8',
}

export function isAboutOrder(event: Event): event is OrderEvent {
  return event.type in EXEC_TYPES
}
