/** Scenarios, or steps of them, that the gateway can't be brought to yet, and what each one waits for. The drivers run all others. */
export const WAITING_SCENARIOS: Readonly<Record<string, string>> = {
  'B.1.d': 'a request that comes before the acknowledgement needs venue latency',
  'D.1.c': 'a replace that is refused after it was pending needs venue latency',
  'D.2.b': 'two pending replaces need venue latency and the session option queue_replaces',
  'D.2.c': 'two pending replaces that are refused need venue latency',
  'D.2.d': 'a replace that is refused while another is pending needs venue latency',
  'E.1.a': 'manual: an order without ClOrdID is given by phone',
  'F.1.c': 'manual: the order was given by phone before',
  'H.1.b': 'a split needs corporate actions',
  'K.1.a': 'needs the halt of a symbol',
  'K.1.b': 'needs the halt of a symbol',
  'L.1.a': 'manual: a guarantee is given by a person',
}

/** Steps at the end of a scenario that is run up to there. */
export const WAITING_STEPS: Readonly<Record<string, string>> = {
  'B.1.b': 'pending reports (150=6, and 39=6 on the fill) need venue latency',
  'B.1.c': 'pending reports (150=6, and 39=6 on the fill) need venue latency',
  'C.1.b': 'pending reports (150=E, and 39=E on the fill) need venue latency',
  'C.3.a': 'pending reports (150=E, and 39=E on the fill) need venue latency',
  'D.1.a': 'pending reports (150=E, and 39=E on the fill) need venue latency',
  'H.1.d': 'pending reports (150=E, and 39=E on the fill) need venue latency',
  'G.1.c': 'the status before the acknowledgement (39=A) needs venue latency; its replace of a filled order is refused here',
  'J.1.b': 'the fill of a cancelled order needs a scripted fill',
}
