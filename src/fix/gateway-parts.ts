import type { Batch } from '../domain/batch.ts'
import type { Order } from '../domain/orders/order.ts'
import type { EngineView } from '../domain/view.ts'
import type { Sequencer } from '../sequencer.ts'
import type { FixLogStore } from '../storage/fix-log/fix-log-store.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Clock } from './clock.ts'
import type { DoorLimits } from './connection/doorkeeper.ts'
import type { PastJournal } from './past/past-journal.ts'
import type { OutboxLimits } from './connection/outbox.ts'
import type { MarketDataSource } from './market-data/market-data-session.ts'
import type { ResentMessage } from './past/replay.ts'
import type { SealedNumbers } from './session/session-book.ts'
import type { DictionaryRules } from './wire/dictionary-rules.ts'

export interface GatewayLimits extends DoorLimits {
  readonly outbox: OutboxLimits
  /** largest BodyLength(9) */
  readonly maxBodyLength: number
}

/** Keeps what came in, for operators and support. Passwords are masked before. */
export type InboundLog = Pick<FixLogStore, 'note'>

/** Keeps what can't be rendered from the journal of what goes out. */
export interface ResendLog {
  /** a message has been sent again */
  note(resent: ResentMessage): void
  /** the session messages of a durable batch are being sent */
  noteSaid(batch: Batch, sealed: SealedNumbers): void
  /** a durable batch gave numbers with PossResend(97)=Y */
  noteRepeated(batch: Batch, sealed: SealedNumbers): void
}

export interface FixGatewayParts {
  readonly view: EngineView
  readonly rules: DictionaryRules
  readonly reader: PastJournal
  /** an order that has left the engine, by any ClOrdID of its chain */
  readonly pastOrder: (account: number, clientOrderId: string) => Order | undefined
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly limits: GatewayLimits
  readonly inboundLog?: InboundLog
  readonly resendLog?: ResendLog
  /** without it V, x and g are not taken */
  readonly marketData?: MarketDataSource
}

/** Commands of the sequencer, as far as the FIX edge uses it. */
export type FixCommands = Pick<Sequencer, 'submit' | 'isQuarantined' | 'requestCommit' | 'congested' | 'whenUncongested' | 'nextPosition'>
