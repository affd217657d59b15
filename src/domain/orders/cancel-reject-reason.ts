/** CxlRejReason(102), FIX 4.4: why a cancel or a replace is refused. */
export const CancelRejectReason = {
  TooLate: 0,
  UnknownOrder: 1,
  /** a cancel or a replace of the order is pending */
  AlreadyPending: 3,
  /** the request's ClOrdID(11) has named something before: it is not the one that named it */
  DuplicateClientOrderId: 6,
  Other: 99,
} as const
