import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { preValidationHookHandler } from 'fastify'
import type { EngineView, PartnerView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'
import { parseLowerBound } from '../../requests/instants.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import {
  fixMessagePage,
  fixMessagesQuery,
  fixReplayBody,
  fixSessionChangeBody,
  fixSessionPage,
  fixSessionRef,
  fixSessionResetBody,
  newFixSessionBody,
} from './admin.schema.ts'
import { type AuditTrail, knownMembers } from './audit-trail.ts'
import type { FixAdministration, FixMessages, FixSessionDefaults } from './fix-administration.ts'
import { administrationError, auditedSettings, fixSessionView, reported, toFixSessionChanges } from './fix-session-view.ts'
import { partnerNamed } from './named-partner.ts'

export interface FixSessionsParts {
  readonly view: EngineView
  readonly fix: FixAdministration
  readonly fixMessages: FixMessages
  readonly fixSessionDefaults: FixSessionDefaults
  readonly audit: AuditTrail
}

/** FIX sessions, by operators: docs/api-contract.md section 19. */
export const fixSessionsRoutes: FastifyPluginCallbackTypebox<FixSessionsParts> = (app, parts, done) => {
  const { view, fix, fixMessages, fixSessionDefaults, audit } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const
  const path = '/v1/admin/fix/sessions'
  const params = pathParameters('id')

  const findSession: preValidationHookHandler = (request, _reply, next) => {
    const found = fix.find((request.params as { id: string }).id)
    next(found === undefined ? administrationError({ type: 'session_not_found' }) : undefined)
  }
  const named = { config, preValidation: findSession }

  app.get(
    path,
    { config, schema: { tags, operationId: 'listFixSessions', summary: 'FIX sessions', response: { 200: fixSessionPage } } },
    (_request, reply) => {
      const data = fix.list().map((report) => fixSessionView(view, report))
      void reply.send({ data, pagination: { next_cursor: null, has_more: false } })
    },
  )

  app.post(
    path,
    {
      config,
      schema: {
        tags,
        operationId: 'createFixSession',
        summary: 'Create a FIX session, effective at once',
        description:
          'What is left out is as fix.session_defaults of the configuration says. Codes: SESSION_ALREADY_EXISTS, PARTNER_NOT_FOUND, VALIDATION_ERROR.',
        body: newFixSessionBody,
        response: { 201: fixSessionRef },
      },
    },
    async (request, reply) => {
      const { sender_comp_id, target_comp_id, kind, partner_id, ...settings } = request.body
      const wanted = {
        ...fixSessionDefaults,
        ...toFixSessionChanges(settings, fixSessionDefaults.cancelOnDisconnect),
        senderCompId: sender_comp_id,
        targetCompId: target_comp_id ?? fixSessionDefaults.targetCompId,
        kind,
        partner: wantedPartner(partner_id).index,
      }
      const detail = auditedSettings(request.body, newFixSessionBody)
      const result = await fix.create(
        wanted,
        (subject) => void audit.written(request, { operation: 'fix_session.create', subject, detail }),
      )
      return reply.code(201).send(fixSessionView(view, reported(result)))
    },
  )

  app.patch(
    `${path}/:id`,
    {
      ...named,
      schema: {
        tags,
        operationId: 'changeFixSession',
        summary: 'Change the settings of a session',
        description: 'What is left out stays; enabled: false logs the client out. Codes: SESSION_NOT_FOUND, VALIDATION_ERROR.',
        params,
        body: fixSessionChangeBody,
        response: { 200: fixSessionRef },
      },
    },
    async (request) => {
      const { id } = request.params
      const { cancelOnDisconnect } = fix.find(id)!.settings
      const detail = auditedSettings(request.body, fixSessionChangeBody)
      const result = await fix.change(
        id,
        toFixSessionChanges(request.body, cancelOnDisconnect),
        (subject) => void audit.written(request, { operation: 'fix_session.change', subject, detail }),
      )
      return fixSessionView(view, reported(result))
    },
  )

  app.post(
    `${path}/:id/reset`,
    {
      ...named,
      schema: {
        tags,
        operationId: 'resetFixSession',
        summary: 'Set the next sequence numbers, 1 and 1 unless given',
        description: 'A client that is logged on is logged out first. Codes: SESSION_NOT_FOUND, VALIDATION_ERROR.',
        params,
        body: fixSessionResetBody,
        response: { 200: fixSessionRef },
      },
    },
    async (request) => {
      const { id } = request.params
      const { next_inbound: nextInbound = 1, next_outbound: nextOutbound = 1 } = request.body
      await audit.written(request, { operation: 'fix_session.reset', subject: id.toLowerCase(), detail: { nextInbound, nextOutbound } })
      return fixSessionView(view, reported(await fix.reset(id, { nextInbound, nextOutbound })))
    },
  )

  app.post(
    `${path}/:id/disconnect`,
    {
      ...named,
      schema: {
        tags,
        operationId: 'disconnectFixSession',
        summary: 'Log the client out',
        description: 'It may log on again at once: enabled: false keeps it out. Code: SESSION_NOT_FOUND.',
        params,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await audit.written(request, { operation: 'fix_session.disconnect', subject: id.toLowerCase() })
      const fault = await fix.disconnect(id)
      if (fault !== undefined) throw administrationError(fault)
      return reply.code(204).send(undefined)
    },
  )

  app.post(
    `${path}/:id/replay`,
    {
      ...named,
      config: { ...config, refusesEmptyBody: true },
      schema: {
        tags,
        operationId: 'replayFixSession',
        summary: 'Send reports again as new messages with PossResend(97)=Y',
        description: 'From one execution on, or from a moment on. Codes: SESSION_NOT_FOUND, EXECUTION_NOT_FOUND, VALIDATION_ERROR.',
        params,
        body: fixReplayBody,
        response: { 202: noBody },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const fault = fix.replay(id, replayFrom(request.body))
      if (fault !== undefined) throw administrationError(fault)
      const detail = knownMembers(request.body, fixReplayBody)
      await audit.written(request, { operation: 'fix_session.replay', subject: id.toLowerCase(), detail })
      return reply.code(202).send(undefined)
    },
  )

  app.get(
    `${path}/:id/messages`,
    {
      ...named,
      schema: {
        tags,
        operationId: 'listFixMessages',
        summary: 'Messages of a session, in journal order',
        description: 'Codes: SESSION_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR.',
        params,
        querystring: fixMessagesQuery,
        response: { 200: fixMessagePage },
      },
    },
    (request, reply) => {
      const { limit = PAGE_SIZES.admin.default, cursor, ...filters } = request.query
      const session = fix.find(request.params.id)!.settings.index
      const query = {
        session,
        direction: filters.direction,
        msgType: filters.msg_type,
        fromSeq: filters.from_seq,
        toSeq: filters.to_seq,
        since: filters.since === undefined ? undefined : parseLowerBound(filters.since),
        decode: filters.decode ?? false,
      }
      return readPage(
        { request, reply, limit, cursor, filters: query },
        (after, count) => fixMessages.ofSession(query, after, count),
        ({ place }) => place,
        ({ log }) => log,
      )
    },
  )

  function wantedPartner(id: string | undefined): PartnerView {
    if (id === undefined && view.partners.length === 1) return view.partners[0]!
    if (id === undefined)
      throw new ApiError('VALIDATION_ERROR', 'partner_id is required: there are several partners.', { field: 'partner_id' })
    return partnerNamed(view, id, 'partner_id')
  }

  done()
}

function replayFrom(body: { readonly from_exec_id?: string; readonly from_time?: string }): { execId: string } | { time: number } {
  if ((body.from_exec_id === undefined) === (body.from_time === undefined)) {
    throw new ApiError('VALIDATION_ERROR', 'Give from_exec_id or from_time.', { field: 'from_exec_id' })
  }
  return body.from_time === undefined ? { execId: body.from_exec_id!.toLowerCase() } : { time: parseLowerBound(body.from_time)! }
}
