import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WebhookDispatcher } from '../../../delivery/webhooks/dispatcher.ts'
import { MOST_WEBHOOKS } from '../../../domain/partners/most-webhooks.ts'
import type { Webhook } from '../../../storage/rows/webhook-store.ts'
import { partnerOf } from '../../access/authentication.ts'
import { tooManyRequests } from '../../access/rate-limit.ts'
import { behindRows } from '../../answers/behind-disk.ts'
import { ApiError } from '../../answers/errors.ts'
import { given } from '../../requests/judged-request.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { eventNames, webhookFaults } from './webhook-input.ts'
import {
  deliverySchema,
  deliveryView,
  issuedWebhookSchema,
  newWebhookBody,
  webhookChangeBody,
  webhookSchema,
  webhookView,
} from './webhook.schema.ts'

export interface WebhooksParts {
  readonly webhooks: WebhookDispatcher
  /** receivers may be plain http */
  readonly allowHttpWebhooks: boolean
}

/** Where a partner is told of its events: docs/api-contract.md section 11. */
export const webhooksRoutes: FastifyPluginCallbackTypebox<WebhooksParts> = (app, { webhooks, allowHttpWebhooks }, done) => {
  const tags = ['Webhooks']
  const reads = { scope: 'webhooks:read' } as const
  const writes = { scope: 'webhooks:write' } as const
  const params = pathParameters('webhookId')
  app.addHook('onSend', behindRows(webhooks))

  app.post(
    '/v1/webhooks',
    {
      config: { ...writes, faults: (request) => webhookFaults(given<typeof newWebhookBody>(request), allowHttpWebhooks) },
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'It is sent what happens from now on, signed as Standard Webhooks says; the secret is shown this once. ' +
          'Codes: INVALID_URL, INVALID_EVENT, WEBHOOK_LIMIT_REACHED (20 of a partner), VALIDATION_ERROR.',
        body: newWebhookBody,
        response: { 201: issuedWebhookSchema },
      },
    },
    async (request, reply) => {
      const { index } = partnerOf(request).partner
      const { url, events } = request.body
      if (!webhooks.hasRoom(index)) throw new ApiError('WEBHOOK_LIMIT_REACHED', `A partner may have ${MOST_WEBHOOKS} webhooks.`)
      const { webhook, secret } = await webhooks.create(index, url, eventNames(events))
      return reply.code(201).send({ ...webhookView(webhook), secret })
    },
  )

  app.get(
    '/v1/webhooks',
    {
      config: reads,
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'All of them, oldest first, without their secrets.',
        response: { 200: Type.Array(Type.Unsafe<object>({ $ref: 'Webhook#' })) },
      },
    },
    (request) => webhooks.list(partnerOf(request).partner.index).map(webhookView),
  )

  app.get(
    '/v1/webhooks/:webhookId',
    {
      config: reads,
      schema: {
        tags,
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        description: 'Without its secret. Code: WEBHOOK_NOT_FOUND.',
        params,
        response: { 200: webhookSchema },
      },
    },
    (request) => webhookView(foundWebhook(webhooks, request)),
  )

  app.patch(
    '/v1/webhooks/:webhookId',
    {
      config: { ...writes, faults: (request) => webhookFaults(given<typeof webhookChangeBody>(request), allowHttpWebhooks) },
      preValidation: checkWebhook(webhooks),
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description:
          'Only what is sent changes. Disabled: what happens meanwhile is recorded as skipped, retries wait. Active again: retries of the ' +
          'last five days go on. Codes: WEBHOOK_NOT_FOUND, INVALID_URL, INVALID_EVENT, VALIDATION_ERROR.',
        params,
        body: webhookChangeBody,
        response: { 200: webhookSchema },
      },
    },
    async (request, reply) => {
      const { url, events, status } = request.body
      const change = {
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events: eventNames(events) }),
        ...(status === undefined ? {} : { isActive: status === 'active' }),
      }
      return reply.send(webhookView(await webhooks.change(foundWebhook(webhooks, request), change)))
    },
  )

  app.delete(
    '/v1/webhooks/:webhookId',
    {
      config: writes,
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Delivery stops at once; what was outstanding is dropped. Code: WEBHOOK_NOT_FOUND.',
        params,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      await webhooks.remove(foundWebhook(webhooks, request))
      return reply.code(204).send(undefined)
    },
  )

  app.post(
    '/v1/webhooks/:webhookId/rotate-secret',
    {
      config: writes,
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Get a new secret',
        description: 'Deliveries carry a signature of each secret for 24 hours, of ten secrets at most. Code: WEBHOOK_NOT_FOUND.',
        params,
        response: { 200: issuedWebhookSchema },
      },
    },
    async (request, reply) => {
      const { webhook, secret } = await webhooks.rotateSecret(foundWebhook(webhooks, request))
      return reply.send({ ...webhookView(webhook), secret })
    },
  )

  app.post(
    '/v1/webhooks/:webhookId/test',
    {
      config: writes,
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Send a test delivery',
        description:
          'One attempt to deliver webhook.test, within 10 seconds, and what became of it: 200 also when the receiver failed, and when the ' +
          "webhook is disabled. Its sequence is that of the partner's last event. Codes: WEBHOOK_NOT_FOUND; 429 RATE_LIMIT_EXCEEDED: " +
          `${MOST_WEBHOOKS} tests of the partner are under way.`,
        params,
        response: { 200: deliverySchema },
      },
    },
    async (request, reply) => {
      const delivery = await webhooks.test(foundWebhook(webhooks, request))
      if (delivery === undefined)
        throw tooManyRequests(RETRY_AFTER_S, `A partner may have ${MOST_WEBHOOKS} tests of its webhooks under way.`)
      return reply.send(deliveryView(delivery))
    },
  )

  done()
}

/** The webhook of the path. Another partner's is as good as none. */
export function foundWebhook(webhooks: WebhookDispatcher, request: FastifyRequest): Webhook {
  const { webhookId } = request.params as { webhookId: string }
  const webhook = webhooks.find(partnerOf(request).partner.index, webhookId.toLowerCase())
  if (webhook === undefined) throw new ApiError('WEBHOOK_NOT_FOUND', 'There is no such webhook.')
  return webhook
}

/** What is not there is not found, whatever the body says. */
export function checkWebhook(webhooks: WebhookDispatcher) {
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    foundWebhook(webhooks, request)
    done()
  }
}

/** by then the tests that are under way have ended */
const RETRY_AFTER_S = 10
