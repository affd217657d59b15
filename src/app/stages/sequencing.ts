import type { Config } from '../../config.ts'
import type { Delivery } from '../../delivery/delivery.ts'
import { positionsOf } from '../../domain/batch.ts'
import { DueWorkFailure } from '../../engine/engine.ts'
import type { FixGateway } from '../../fix/gateway.ts'
import { Sequencer } from '../../sequencer.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { logEvents, type Names } from '../../telemetry/operator-lines.ts'
import { Timer } from '../../timer.ts'
import type { Recovered } from './recovered.ts'
import type { Storage } from './storage.ts'
import type { Wakefulness } from '../wakefulness.ts'
import { watchedEngine } from '../engine-watch/watched-engine.ts'

/** The sequencer, and what gives it a command whenever something is due. */
export interface Sequencing {
  readonly sequencer: Sequencer
  readonly timer: Timer
}

export interface SequencingParts {
  readonly config: Config
  readonly storage: Pick<Storage, 'journal' | 'quarantine'>
  readonly recovered: Recovered
  readonly delivery: Delivery
  readonly wakefulness: Wakefulness
  readonly metrics: Metrics
  readonly logger: Logger
  /** the process has to end */
  readonly onFatal: (error: Error) => void
}

/** The engine between what comes in and whoever is told of what has become durable: in the order in which `onDurable` has them. */
export function openSequencing({
  config,
  storage,
  recovered,
  delivery,
  wakefulness,
  metrics,
  logger,
  onFatal,
}: SequencingParts): Sequencing {
  const { journal, quarantine } = storage
  const { engine, history, projection, fixLog, publisher, gateway, nextPosition, lastAt } = recovered
  const names = namesOf(recovered)
  const sequencer = new Sequencer({
    ...watchedEngine({
      engine,
      history,
      commit: (batch, durable) => {
        journal.commit(batch, () => {
          durable()
          wakefulness.prolong()
        })
        wakefulness.prolong()
      },
      isDueWork: (error) => error instanceof DueWorkFailure,
      expected: (session) => bookOf(gateway, session)?.nextInbound ?? 0,
      quarantine,
      logger,
      names,
      onFatal,
    }),
    load: (command) => history.load(command),
    now: Date.now,
    participant: gateway.commits,
    onDurable: (batch) => {
      const next = batch.position + positionsOf(batch)
      history.noteDurable(next - 1)
      projection.notify(next - 1)
      fixLog.offer()
      metrics.countEvents(batch.events)
      publisher.onDurable(batch)
      delivery.onDurable(batch)
      logEvents(logger, batch.events, names)
      timer.reschedule()
    },
    firstPosition: nextPosition,
    lastAt,
    maxPendingEvents: config.journal.max_pending_events,
  })
  const timer = new Timer({ dueAt: () => engine.state.nextDueAt(), run: () => sequencer.submit({ type: 'AdvanceTime' }) })
  return { sequencer, timer }
}

/** As operators know what the state has numbers for. */
function namesOf({ engine, gateway }: Pick<Recovered, 'engine' | 'gateway'>): Names {
  return {
    accountNumber: (account) => engine.state.account(account).accountNumber,
    partnerName: (partner) => engine.state.partners[partner]!.name,
    senderCompId: (session) => bookOf(gateway, session)?.settings.senderCompId ?? String(session),
    symbol: (instrument) => engine.state.instruments[instrument]!.symbol,
  }
}

const bookOf = ({ books }: Pick<FixGateway, 'books'>, session: number) => books.find(({ settings }) => settings.index === session)
