import type { Config } from '../config.ts'
import { type FixSessionSettings, toSchedule } from '../domain/edges/fix-session.ts'

/** What a session of the file, or `fix.session_defaults`, says of how sessions behave. */
export type BehaviourConfig = Config['fix']['session_defaults']

export type SessionBehaviour = Pick<
  FixSessionSettings,
  | 'resetOnLogon'
  | 'cancelOnDisconnect'
  | 'throttlePerS'
  | 'clockToleranceS'
  | 'validateUserDefined'
  | 'queueReplaces'
  | 'orderScope'
  | 'schedule'
>

/** … in the words of the FIX gateway. */
export function sessionBehaviour(settings: BehaviourConfig): SessionBehaviour {
  return {
    resetOnLogon: settings.reset_on_logon,
    cancelOnDisconnect: {
      enabled: settings.cancel_on_disconnect,
      graceMs: settings.grace_ms,
      onLogout: settings.cancel_on_logout,
      includeGtc: settings.cancel_gtc,
    },
    throttlePerS: settings.throttle_per_s ?? 0,
    clockToleranceS: settings.clock_tolerance_s,
    validateUserDefined: settings.validate_user_defined,
    queueReplaces: settings.queue_replaces,
    orderScope: settings.order_scope,
    schedule: settings.schedule && toSchedule(settings.schedule),
  }
}
