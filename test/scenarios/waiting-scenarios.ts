/** Scenarios that the gateway can't be brought to, and why. The drivers run all others. */
export const WAITING_SCENARIOS: Readonly<Record<string, string>> = {
  'E.1.a': 'manual: an order without ClOrdID is given by phone',
  'F.1.c': 'manual: the order was given by phone before',
  'L.1.a': 'manual: a guarantee is given by a person',
}
