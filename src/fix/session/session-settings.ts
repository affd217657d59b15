import type { FixSessionSettings } from '../../domain/edges/fix-session.ts'

/** What is configured of a FIX session; it outlives connections and restarts. */
export interface SessionSettings extends FixSessionSettings {
  /** made by `hashPassword`; null = Username(553) and Password(554) are not looked at */
  readonly passwordHash: string | null
}

const NO_CANCEL_ON_DISCONNECT: SessionSettings['cancelOnDisconnect'] = { enabled: false, graceMs: 5_000, onLogout: false, includeGtc: true }

/** What a session has where nothing else is said. */
export const DEFAULT_SESSION_SETTINGS = {
  accountNumbers: [],
  enabled: true,
  passwordHash: null,
  clientCertificate: null,
  resetOnLogon: false,
  cancelOnDisconnect: NO_CANCEL_ON_DISCONNECT,
  throttlePerS: 5_000,
  clockToleranceS: 120,
  validateUserDefined: true,
  queueReplaces: false,
  orderScope: 'session',
  schedule: null,
} as const satisfies Partial<SessionSettings>

/** Where it does not matter who a session is. */
export const NAMELESS_SESSION: SessionSettings = {
  ...DEFAULT_SESSION_SETTINGS,
  index: 0,
  id: '',
  senderCompId: '',
  targetCompId: '',
  kind: 'order-entry',
  partner: 0,
  createdAt: 0,
}
