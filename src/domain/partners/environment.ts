/** Where a partner trades: in a sandbox market of its own, or in the one market that all live partners share. */
export type Environment = 'sandbox' | 'live'
