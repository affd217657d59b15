import type { Static } from 'typebox'
import type { EngineView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'
import { FaultyRequest, invalid } from '../../requests/field-faults.ts'
import { formatInstant, formatInstantOrNull } from '../../requests/instants.ts'
import type { fixSessionChangeBody } from './admin.schema.ts'
import { knownMembers } from './audit-trail.ts'
import {
  type AdministrationFault,
  type FixSessionChanges,
  type FixSessionReport,
  type FixSessionSchedule,
  type FixSessionSettings,
  toSchedule,
} from '../../../domain/edges/fix-session.ts'

/** The FIX session of docs/api-contract.md section 19. */
export function fixSessionView(view: Pick<EngineView, 'partners'>, report: FixSessionReport) {
  const { settings } = report
  return {
    id: settings.id,
    begin_string: 'FIX.4.4',
    sender_comp_id: settings.senderCompId,
    target_comp_id: settings.targetCompId,
    kind: settings.kind,
    partner_id: view.partners[settings.partner]!.id,
    account_numbers: [...settings.accountNumbers],
    client_certificate: settings.clientCertificate,
    enabled: settings.enabled,
    state: report.state,
    remote_address: report.remoteAddress,
    heartbeat_s: report.heartbeatS === 0 ? null : report.heartbeatS,
    next_inbound: report.nextInbound,
    next_outbound: report.nextOutbound,
    last_inbound_at: formatInstantOrNull(report.lastInboundAt),
    last_outbound_at: formatInstantOrNull(report.lastOutboundAt),
    reset_on_logon: settings.resetOnLogon,
    cancel_on_disconnect: settings.cancelOnDisconnect.enabled,
    throttle_per_s: settings.throttlePerS === 0 ? null : settings.throttlePerS,
    validate_user_defined: settings.validateUserDefined,
    queue_replaces: settings.queueReplaces,
    order_scope: settings.orderScope,
    schedule: settings.schedule === null ? null : scheduleView(settings.schedule),
    created_at: formatInstant(settings.createdAt),
  }
}

function scheduleView({ days, start, end, timeZone, reset, holidays }: FixSessionSchedule) {
  return { days: [...days], start, end, time_zone: timeZone, reset, holidays: [...holidays] }
}

/** The settings of a request; those that it leaves out stay as they are. `present` says how orders of lost sessions are cancelled. */
export function toFixSessionChanges(
  body: Static<typeof fixSessionChangeBody>,
  present: FixSessionSettings['cancelOnDisconnect'],
): FixSessionChanges {
  return {
    ...(body.account_numbers === undefined ? {} : { accountNumbers: body.account_numbers }),
    ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
    ...(body.password === undefined ? {} : { password: body.password }),
    ...(body.client_certificate === undefined ? {} : { clientCertificate: body.client_certificate }),
    ...(body.reset_on_logon === undefined ? {} : { resetOnLogon: body.reset_on_logon }),
    ...(body.cancel_on_disconnect === undefined ? {} : { cancelOnDisconnect: { ...present, enabled: body.cancel_on_disconnect } }),
    ...(body.throttle_per_s === undefined ? {} : { throttlePerS: body.throttle_per_s ?? 0 }),
    ...(body.validate_user_defined === undefined ? {} : { validateUserDefined: body.validate_user_defined }),
    ...(body.queue_replaces === undefined ? {} : { queueReplaces: body.queue_replaces }),
    ...(body.order_scope === undefined ? {} : { orderScope: body.order_scope }),
    ...(body.schedule === undefined ? {} : { schedule: body.schedule === null ? null : toSchedule(body.schedule) }),
  }
}

/** What the audit trail keeps of the settings of a request: that there was a password, not which. */
export function auditedSettings(
  body: Static<typeof fixSessionChangeBody>,
  schema: { readonly properties: object },
): Readonly<Record<string, unknown>> {
  const { password, schedule, ...detail } = knownMembers(body, schema)
  return {
    ...detail,
    ...(password !== undefined && { password: 'changed' }),
    ...(schedule !== undefined && { schedule: schedule === null ? null : scheduleView(toSchedule(schedule)) }),
  }
}

/** The report, or the fault as an error. */
export function reported(result: FixSessionReport | AdministrationFault): FixSessionReport {
  if ('settings' in result) return result
  throw administrationError(result)
}

export function administrationError(fault: AdministrationFault): ApiError {
  switch (fault.type) {
    case 'session_not_found':
      return new ApiError('SESSION_NOT_FOUND', 'There is no such session.')
    case 'session_already_exists':
      return new ApiError('SESSION_ALREADY_EXISTS', 'There is a session with these CompIDs.', { field: 'sender_comp_id' })
    case 'execution_not_found':
      return new ApiError('EXECUTION_NOT_FOUND', 'There is no such execution.')
    case 'invalid':
      return new FaultyRequest(fault.faults.map(({ field, message }) => invalid(field, message)))
    default:
      return fault satisfies never
  }
}
