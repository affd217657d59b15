import type { Config } from '../../config.ts'
import type { Delivery } from '../../delivery/delivery.ts'
import { RESET_TEXT } from '../../domain/accounts/fixture.ts'
import type { MarketReset } from '../../domain/events/market-event.ts'
import type { OrderCancelled } from '../../domain/events/order-event.ts'
import { sandboxFixture } from '../../genesis/sandbox-fixture.ts'
import { finishReset } from '../../http/resources/sandbox/reset/behind-reset.ts'
import type { FixtureName } from '../../http/resources/sandbox/reset/fixture.ts'
import { EventRecords } from '../../storage/encoding/batch-codec.ts'
import { storedBatches } from '../../storage/journal-reading/stored-batches.ts'
import type { BegunReset } from '../../storage/rows/reset-store.ts'
import type { Recovered } from './recovered.ts'
import type { Storage } from './storage.ts'

export interface BegunResetsParts {
  readonly config: Config
  readonly storage: Storage
  readonly recovered: Pick<Recovered, 'engine'>
  readonly delivery: Pick<Delivery, 'webhooks'>
}

/**
 * Finishes the resets of sandboxes that the last process had begun and whose command is in the journal; the others have not happened. Deliveries to
 * webhooks that are outstanding from before are dropped before this returns its promise, and before anything is sent.
 */
export async function finishBegunResets({ config, storage, recovered, delivery }: BegunResetsParts): Promise<void> {
  const { directory, reader, stores } = storage
  const { credentials, documents, resets } = stores
  const view = recovered.engine.state
  const finish = async (begun: BegunReset): Promise<void> => {
    const position = firstPositionOf(reader, begun)
    if (position !== undefined) {
      const partner = view.partners[begun.partner]!
      const { taxIdKey } = directory.secrets
      const fixture = sandboxFixture({ config, view, now: Date.now, taxIdKey }, partner, begun.fixture as FixtureName)
      await finishReset({ view, credentials, documents, webhooks: delivery.webhooks, now: Date.now }, partner, fixture, position)
    }
    await resets.end(begun.partner)
  }
  await Promise.all(resets.list().map(finish))
}

/** Of the events of a reset: first its orders end, all with its text, then the market begins anew. Undefined where it has not become durable. */
function firstPositionOf(reader: Storage['reader'], { partner, position: from }: BegunReset): number | undefined {
  let first: number | undefined
  for (const batch of storedBatches(reader, from)) {
    const records = new EventRecords(batch.events)
    while (records.next()) {
      const { type, position } = records
      if (type === 'MarketReset' && (records.event() as MarketReset).partner === partner) return first ?? position
      const isOfReset = type === 'OrderCancelled' && (records.event() as OrderCancelled).text === RESET_TEXT
      first = isOfReset ? (first ?? position) : undefined
    }
  }
  return undefined
}
