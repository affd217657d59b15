import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { behindRows } from '../../answers/behind-disk.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { ApiError } from '../../answers/errors.ts'
import { deliveryListQuery, deliveryPage, deliverySchema, deliveryView } from './webhook.schema.ts'
import { checkWebhook, foundWebhook, type WebhooksParts } from './webhooks.routes.ts'

/** What was attempted: docs/api-contract.md section 11. */
export const deliveriesRoutes: FastifyPluginCallbackTypebox<Pick<WebhooksParts, 'webhooks'>> = (app, { webhooks }, done) => {
  const tags = ['Webhooks']
  app.addHook('onSend', behindRows(webhooks))

  app.get(
    '/v1/webhooks/:webhookId/deliveries',
    {
      config: { scope: 'webhooks:read' },
      preValidation: checkWebhook(webhooks),
      schema: {
        tags,
        operationId: 'listWebhookDeliveries',
        summary: 'List delivery attempts',
        description: 'Newest first, of the last 30 days. Codes: WEBHOOK_NOT_FOUND, INVALID_EVENT, VALIDATION_ERROR, INVALID_CURSOR.',
        params: pathParameters('webhookId'),
        querystring: deliveryListQuery,
        response: { 200: deliveryPage },
      },
    },
    (request, reply) => {
      const webhook = foundWebhook(webhooks, request)
      const { limit = PAGE_SIZES.deliveries.default, cursor, event_type: eventType, status } = request.query
      return readPage(
        { request, reply, limit, cursor, filters: [webhook.id, eventType, status] },
        (after, count) => webhooks.deliveries({ webhook: webhook.id, eventType, status }, after?.id ?? Number.MAX_SAFE_INTEGER, count),
        ({ number, attemptedAt }) => ({ key: attemptedAt, id: number }),
        // what is outstanding of a webhook that is disabled waits until it is not
        (delivery) => deliveryView(webhook.isActive ? delivery : { ...delivery, nextAttemptAt: null }),
      )
    },
  )

  app.post(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    {
      config: { scope: 'webhooks:write' },
      schema: {
        tags,
        operationId: 'redeliverWebhookDelivery',
        summary: 'Deliver an event once more',
        description:
          'One further attempt, without retries of its own, begun at once where fewer than four are under way; webhook-id stays the same. ' +
          'Codes: WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND.',
        params: pathParameters('webhookId', 'deliveryId'),
        response: { 202: deliverySchema },
      },
    },
    (request, reply) => {
      const webhook = foundWebhook(webhooks, request)
      const delivery = webhooks.delivery(webhook, request.params.deliveryId.toLowerCase())
      if (delivery === undefined) throw new ApiError('DELIVERY_NOT_FOUND', 'There is no such delivery.')
      void reply.code(202).send(deliveryView(webhooks.redeliver(webhook, delivery)))
    },
  )

  done()
}
