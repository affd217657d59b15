/** Every metric of the gateway: its name once, with what it says. README's table is made from this list. */
export const METRICS = {
  fillgate_info: { type: 'gauge', labels: ['version'], help: 'Always 1; the label says which version runs.' },
  fillgate_orders_total: {
    type: 'counter',
    labels: ['edge'],
    help: 'Orders journaled, rejected ones too, by the edge that they came in by.',
  },
  fillgate_fills_total: { type: 'counter', labels: ['edge'], help: 'Fills, one for each side of a trade that is a client.' },
  fillgate_rejects_total: { type: 'counter', labels: ['code'], help: 'Orders that were journaled as rejected, by code.' },
  fillgate_order_changes_total: {
    type: 'counter',
    labels: ['change'],
    help: 'What else happened to orders: cancelled, expired, replaced, restated, triggered, suspended, reinstated, busted, corrected.',
  },
  fillgate_refused_requests_total: {
    type: 'counter',
    labels: ['request'],
    help: 'FIX requests refused without an order: order (150=8), cancel and replace (9), mass_cancel (r), message (j).',
  },
  fillgate_open_orders: { type: 'gauge', labels: [], help: 'Orders that may still trade.' },
  fillgate_ack_latency_seconds: {
    type: 'histogram',
    labels: ['edge'],
    help: 'From the arrival of an order to its durable answer, by edge.',
  },
  fillgate_commit_events: { type: 'histogram', labels: [], help: 'Events of a commit; one without events counts as 1.' },
  fillgate_commit_duration_seconds: {
    type: 'histogram',
    labels: [],
    help: 'From handing a batch to the journal until the order thread heard that it is durable.',
  },
  fillgate_longest_commit_seconds: { type: 'gauge', labels: [], help: 'The longest commit of the last minute.' },
  fillgate_checkpoint_stall_seconds: {
    type: 'histogram',
    labels: [],
    help: 'How long commits had to wait at most, each time that it was tried to begin the log of journal.db anew.',
  },
  fillgate_pending_events: { type: 'gauge', labels: [], help: 'Events that wait for their commit.' },
  fillgate_clock_behind_seconds: {
    type: 'gauge',
    labels: [],
    help: "How far the machine's clock is behind the newest event; business time stands still meanwhile.",
  },
  fillgate_quarantined_commands: { type: 'gauge', labels: [], help: 'Commands held back because the engine has failed on them.' },
  fillgate_journal_position: { type: 'gauge', labels: [], help: 'Last durable position of the journal.' },
  fillgate_journal_hot_events: { type: 'gauge', labels: [], help: 'Events in journal.db itself.' },
  fillgate_journal_archived_events: { type: 'gauge', labels: [], help: 'Events in archives and in journal.db no more.' },
  fillgate_archives: { type: 'gauge', labels: [], help: 'Archives of the journal.' },
  fillgate_archive_bytes: { type: 'gauge', labels: [], help: 'Size of the archives, all together.' },
  fillgate_last_archive_timestamp_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When journal.db last got rid of something, on the real clock; absent before that.',
  },
  fillgate_projector_lag_events: { type: 'gauge', labels: [], help: 'Events that the read model is behind the journal.' },
  fillgate_fix_sessions: { type: 'gauge', labels: ['state'], help: 'FIX sessions by state: logged_on, logged_out, logon_pending.' },
  fillgate_fix_messages_total: { type: 'counter', labels: ['direction'], help: 'FIX messages, valid or not: in, out.' },
  fillgate_fix_resend_requests_total: { type: 'counter', labels: ['direction'], help: 'ResendRequests: in from clients, out from us.' },
  fillgate_fix_resent_messages_total: { type: 'counter', labels: [], help: 'Messages sent again with PossDupFlag.' },
  fillgate_fix_garbled_total: { type: 'counter', labels: [], help: 'Garbled input that was ignored: framing, BodyLength, CheckSum.' },
  fillgate_fix_session_rejects_total: { type: 'counter', labels: [], help: 'Rejects (3) sent.' },
  fillgate_fix_throttled_total: {
    type: 'counter',
    labels: [],
    help: 'Orders, replaces and requests about the market refused by the throttle of their session.',
  },
  fillgate_fix_refused_logons_total: { type: 'counter', labels: ['reason'], help: 'Connections and Logons refused, by reason.' },
  fillgate_slow_readers_cut_total: { type: 'counter', labels: ['edge'], help: 'Connections cut because their client did not read.' },
  fillgate_webhook_attempts_total: { type: 'counter', labels: ['outcome'], help: 'Attempts to deliver events: succeeded, failed.' },
  fillgate_webhook_lag_events: { type: 'gauge', labels: [], help: 'Events that active webhooks have yet to get, all together.' },
  fillgate_http_requests_total: { type: 'counter', labels: ['route', 'status'], help: 'Answered requests, by route and class of status.' },
  fillgate_http_request_duration_seconds: { type: 'histogram', labels: ['route'], help: 'Duration of requests, by route.' },
  fillgate_http_errors_total: { type: 'counter', labels: ['code'], help: 'Error bodies sent, by code.' },
} as const satisfies Readonly<Record<string, MetricDocumentation>>

export interface MetricDocumentation {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly help: string
}

export type MetricName = keyof typeof METRICS
