import { Type } from 'typebox'
import { CLIENT_CERTIFICATE } from '../../../domain/edges/client-certificate.ts'
import { FIX_PASSWORD } from '../../../domain/edges/fix-password.ts'
import { DAY_NAMES, type WrittenSchedule } from '../../../domain/edges/fix-session.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import { date, instant, nullable, numberOrNull, openEnumeration, textOrNull, uuid } from '../../schema/answer-values.ts'
import { boundInput, cursorInput, dateInput, decimalInput, limitInput, oneOf, optional, text } from '../../schema/request-values.ts'
import { fixLogSchema } from '../blotter/blotter.schema.ts'
import { symbolInput } from '../orders/order.schema.ts'
import { issuedKeySchema, keyListQuery, MOST_SCOPES } from '../keys/key.schema.ts'

// --- FIX sessions

const compId = text({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$', expected: 'a CompID: 1 to 64 letters, digits, _ . -' })
const kind = oneOf(['order-entry', 'drop-copy'], {
  description: 'order-entry: enters orders; drop-copy: is told of every order of its accounts, and sends session messages alone',
})
const timeOfDay = (description: string) =>
  text({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', expected: 'a time such as 08:00', description })

const scheduleInput = Type.Unsafe<WrittenSchedule | null>({
  type: ['object', 'null'],
  description: 'when it may be logged on; null = at any time',
  required: ['days', 'start', 'end', 'time_zone', 'reset'],
  properties: {
    days: Type.Array(oneOf(DAY_NAMES), { minItems: 1, description: 'those on which a session begins' }),
    start: timeOfDay('local time'),
    end: timeOfDay('local time; at or before `start`: on the next day'),
    time_zone: text({ minLength: 1, maxLength: 64, description: 'IANA name: America/New_York' }),
    reset: oneOf(['daily', 'weekly'], {
      description: 'both sequence numbers start over at the end of each session, or of the last one before Sunday',
    }),
    holidays: Type.Array(dateInput(), { description: 'no session begins on these' }),
  },
})

const settings = {
  account_numbers: optional(
    Type.Array(text({ pattern: '^[0-9]{9}$', expected: 'an account number of 9 digits' }), {
      description: 'empty = all accounts of the partner',
    }),
  ),
  enabled: optional(Type.Boolean()),
  password: optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      pattern: FIX_PASSWORD,
      'x-expected': 'a password of 1 to 128 printable ASCII characters, or null',
      description: 'Password(554) that its Logon must carry; null = none is looked at',
    }),
  ),
  client_certificate: optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      pattern: CLIENT_CERTIFICATE,
      'x-expected': '"cn:" and a common name of up to 64 ASCII characters, "sha256:" and a fingerprint of 64 hexadecimal digits, or null',
      description:
        'the client certificate that its connection must show: `cn:` and the common name, or `sha256:` and the fingerprint; null = where one is shown, its common name has to be the SenderCompID',
    }),
  ),
  reset_on_logon: optional(Type.Boolean()),
  cancel_on_disconnect: optional(Type.Boolean()),
  throttle_per_s: optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 })),
  validate_user_defined: optional(Type.Boolean()),
  queue_replaces: optional(
    Type.Boolean({ description: 'a replace or cancel waits in line behind replaces of the session that are pending' }),
  ),
  order_scope: optional(
    oneOf(['session', 'account'], { description: 'F, G, H, q and AF reach the orders that the session entered, or all of its accounts' }),
  ),
  schedule: optional(scheduleInput),
}

export const newFixSessionBody = Type.Object({
  sender_comp_id: compId,
  target_comp_id: optional(compId),
  kind,
  partner_id: optional(text({ maxLength: 64 })),
  ...settings,
})

export const fixSessionChangeBody = Type.Object(settings)

const sequenceNumber = { minimum: 1, maximum: 2_147_483_647 }
export const fixSessionResetBody = Type.Object({
  next_inbound: optional(Type.Integer({ ...sequenceNumber, description: 'MsgSeqNum(34) that is expected of the client next' })),
  next_outbound: optional(Type.Integer({ ...sequenceNumber, description: 'MsgSeqNum(34) that the gateway sends next' })),
})
export const fixReplayBody = Type.Object({ from_exec_id: optional(text({ maxLength: 64 })), from_time: optional(boundInput()) })

export const fixMessagesQuery = Type.Object({
  direction: optional(oneOf(['In', 'Out'])),
  msg_type: optional(text({ minLength: 1, maxLength: 3 })),
  from_seq: optional(Type.Integer(sequenceNumber)),
  to_seq: optional(Type.Integer(sequenceNumber)),
  since: optional(boundInput()),
  decode: optional(Type.Boolean()),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.admin),
})

export const fixSessionSchema = Type.Object(
  {
    id: uuid,
    begin_string: Type.String(),
    sender_comp_id: Type.String(),
    target_comp_id: Type.String(),
    kind: openEnumeration(['order-entry', 'drop-copy']),
    partner_id: uuid,
    account_numbers: Type.Array(Type.String()),
    client_certificate: textOrNull,
    enabled: Type.Boolean(),
    state: openEnumeration(['logged_on', 'logged_out', 'logon_pending']),
    remote_address: textOrNull,
    heartbeat_s: numberOrNull,
    next_inbound: Type.Integer(),
    next_outbound: Type.Integer(),
    last_inbound_at: nullable(instant),
    last_outbound_at: nullable(instant),
    reset_on_logon: Type.Boolean(),
    cancel_on_disconnect: Type.Boolean(),
    throttle_per_s: numberOrNull,
    validate_user_defined: Type.Boolean(),
    queue_replaces: Type.Boolean(),
    order_scope: openEnumeration(['session', 'account']),
    schedule: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
    created_at: instant,
  },
  { $id: 'FixSession', title: 'FIX session' },
)
export const fixSessionRef = Type.Unsafe<object>({ $ref: 'FixSession#' })
export const fixSessionPage = pageOf(fixSessionRef)

const fields = Type.Array(Type.Object({ Tag: Type.Integer(), Name: Type.String(), Value: Type.String() }))
export const fixMessagePage = pageOf(Type.Object({ ...fixLogSchema.properties, Fields: optional(fields) }))

// --- trading

export const killSwitchBody = Type.Object({
  scope: oneOf(['all', 'partner', 'account', 'session']),
  id: optional(text({ maxLength: 64, description: 'of the partner, account or session' })),
  on: Type.Boolean(),
})
export const killSwitchAnswer = Type.Object({ on: Type.Boolean(), cancelled_orders: Type.Integer() })

export const operatorCancelBody = Type.Object({ reason: optional(text({ minLength: 1, maxLength: 100 })) })

export const correctionBody = Type.Object({ quantity: optional(decimalInput()), price: optional(decimalInput()) })

export const endOfDayBody = Type.Object({ date: optional(dateInput({ description: 'the trading day that begins; default the next' })) })
export const endOfDayAnswer = Type.Object({
  markets: Type.Array(Type.Object({ ended: date, trade_date: date })),
  expired_orders: Type.Integer(),
})

// --- securities

/** FIX tells it, too: nothing in it may look like the end of a field. */
const name = (maxLength: number) =>
  text({ pattern: `^[^\\u0000-\\u001f\\u007f-\\u009f]{1,${maxLength}}$`, expected: `1 to ${maxLength} characters, none of control` })

export const newSecurityBody = Type.Object(
  {
    symbol: symbolInput,
    name: name(128),
    exchange: name(32),
    asset_type: optional(oneOf(['equity', 'etf'], { default: 'equity' })),
    tradable: optional(Type.Boolean({ default: true })),
    fractionable: optional(Type.Boolean({ default: true })),
    previous_close: decimalInput({ description: 'what a share is worth until it trades or is quoted' }),
  },
  { examples: [{ symbol: 'NEWCO', name: 'New Company Inc.', exchange: 'NYSE', previous_close: '25.00' }] },
)

export const securityChangeBody = Type.Object({ name: optional(name(128)), tradable: optional(Type.Boolean()) })

// --- partners, journal, audit

export const newPartnerBody = Type.Object({ name: text({ minLength: 1, maxLength: 64 }), environment: oneOf(['sandbox', 'live']) })
const partner = { id: uuid, name: Type.String(), environment: openEnumeration(['sandbox', 'live']) }
export const partnerAnswer = Type.Object({
  ...partner,
  created_at: instant,
  key: issuedKeySchema,
})

export const partnersQuery = Type.Object({ cursor: cursorInput, limit: limitInput(PAGE_SIZES.admin) })
export const partnerPage = pageOf(Type.Object(partner))

export const partnerKeysBody = Type.Object({
  label: text({ minLength: 1, maxLength: 64 }),
  scopes: Type.Array(text(), { minItems: 1, maxItems: MOST_SCOPES, uniqueItems: true }),
  count: optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
})
export const operatorKeysQuery = Type.Object({
  partner_id: optional(text({ maxLength: 64, description: 'keys of this partner; default those of operators' })),
  ...keyListQuery.properties,
})
export const partnerKeysAnswer = Type.Array(issuedKeySchema)

/** How the journal is. */
export interface JournalReport {
  /** position of the newest durable event */
  readonly position: number
  readonly size_bytes: number
  /** position that the newest snapshot holds; null without one */
  readonly snapshot_position: number | null
  readonly snapshot_at: string | null
  /** position of the first commit in journal.db itself: those before it are in archives */
  readonly hot_from: number
  readonly archives: number
  readonly archive_bytes: number
  /** when journal.db last got rid of something; null before that happened in this process */
  readonly archived_at: string | null
  /** of the commits since the start; null before the first */
  readonly commit_p50_us: number | null
  readonly commit_p99_us: number | null
  readonly projector_lag_events: number
}

export const journalAnswer = Type.Object({
  position: Type.Integer({ description: 'of the newest durable event' }),
  size_bytes: Type.Integer({ description: 'of journal.db itself' }),
  snapshot_position: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'what the newest snapshot holds; null without one',
  }),
  snapshot_at: nullable(instant),
  hot_from: Type.Integer({ description: 'position of the first commit in journal.db itself: those before it are in archives' }),
  archives: Type.Integer(),
  archive_bytes: Type.Integer(),
  archived_at: nullable(instant),
  commit_p50_us: numberOrNull,
  commit_p99_us: numberOrNull,
  projector_lag_events: Type.Integer(),
})

export const quarantineAnswer = Type.Array(
  Type.Object({
    id: Type.String(),
    failed_at: instant,
    command: Type.String({ description: 'what it asked of the engine: PlaceOrder, CancelOrder …' }),
    about: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'who asked, about what: session, msg_seq_num, account, client_order_id, idempotency_key, symbol',
    }),
    error: Type.String(),
  }),
)

export const auditQuery = Type.Object({
  operation: optional(text({ maxLength: 64 })),
  key_id: optional(text({ maxLength: 64 })),
  subject: optional(text({ maxLength: 128 })),
  created_after: optional(boundInput()),
  created_before: optional(boundInput()),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.admin),
})

export const auditPage = pageOf(
  Type.Object({
    id: Type.String(),
    created_at: instant,
    key_id: Type.String(),
    operation: Type.String(),
    subject: Type.String(),
    detail: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  }),
)
