/** ExecRestatementReason(378), FIX 4.4: why an order was changed, or cancelled, without an answer of its own to a request. */
export const RestatementReason = {
  /** no 378: the report answers a request, or tells the end of an IOC or FOK order */
  None: -1,
  /** a split */
  CorporateAction: 0,
  /** a GTC order begins its next day */
  Renewal: 1,
  /** the operator, or a rule of the gateway */
  BrokerOption: 4,
  /** self-match prevention has taken off a part of the quantity */
  PartialDecline: 5,
  TradingHalt: 6,
  /** the venue, or the script of a sandbox in its place */
  MarketOption: 8,
  Other: 99,
} as const
