import type { Config } from '../../config.ts'
import { Delivery, type DeliveryParts } from '../../delivery/delivery.ts'
import { eventData } from '../../http/resources/webhooks/event-data.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Recovered } from './recovered.ts'
import type { Storage } from './storage.ts'

export interface PartnerDeliveryParts extends Pick<DeliveryParts, 'pendingEvents' | 'spunMs' | 'onFailure' | 'version'> {
  readonly config: Config
  readonly storage: Pick<Storage, 'directory' | 'reader' | 'stores'>
  readonly recovered: Pick<Recovered, 'engine' | 'projection'>
  readonly metrics: Metrics
  readonly logger: Logger
}

/** What partners are told in their own time, from where it stood on. */
export function openDelivery({ config, storage, recovered, metrics, logger, ...others }: PartnerDeliveryParts): Delivery {
  const view = recovered.engine.state
  const readModel = recovered.projection
  const { retention_events, retention_hours, retention_bytes, retry_scale, allow_private_targets } = config.webhooks
  return new Delivery({
    directory: storage.directory.path,
    view,
    reader: storage.reader,
    readModel,
    webhooks: storage.stores.webhooks,
    dataOf: eventData({ view, readModel }),
    now: Date.now,
    retention: { events: retention_events, hours: retention_hours, bytes: retention_bytes },
    retryScale: retry_scale,
    allowPrivateTargets: allow_private_targets,
    onAttempt: (isSuccess) => metrics.webhookAttempts[isSuccess ? 'succeeded' : 'failed']++,
    onUnreadable: ({ message }) =>
      logger.error({ complaint: message }, 'events that have yet to be delivered can not be read; it is tried again'),
    ...others,
  })
}
