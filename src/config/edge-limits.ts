import type { Config } from '../config.ts'
import type { GatewayLimits } from '../fix/gateway-parts.ts'
import type { RateLimits } from '../http/access/rate-limit.ts'

const NO_LIMITS: RateLimits = {
  perCredential: null,
  ordersPerAccount: null,
  failuresPerAddress: null,
  sandboxResetsPerMinute: null,
  streamsPerPartner: null,
}

/** The REST edge's limits; null where there is none. */
export function rateLimits({ rate_limits }: Config): RateLimits {
  if (!rate_limits.enabled) return NO_LIMITS
  return {
    perCredential: rate_limits.requests_per_minute,
    ordersPerAccount: rate_limits.orders_per_minute,
    failuresPerAddress: rate_limits.refused_credentials_per_minute,
    sandboxResetsPerMinute: rate_limits.sandbox_resets_per_minute,
    streamsPerPartner: rate_limits.streams_per_partner,
  }
}

/** The FIX edge's limits; Infinity where there is none. */
export function gatewayLimits({ fix }: Config): GatewayLimits {
  return {
    outbox: { maxBytes: fix.outbound_limit_bytes, maxMs: fix.outbound_limit_ms },
    logonTimeoutMs: fix.logon_timeout_ms,
    failedLogonsPerMinute: fix.failed_logons_per_minute ?? Infinity,
    maxUnauthenticated: fix.max_unauthenticated ?? Infinity,
    maxConnections: fix.max_connections ?? Infinity,
    maxBodyLength: fix.max_message_bytes,
  }
}
