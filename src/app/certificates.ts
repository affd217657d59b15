import type { Config } from '../config.ts'
import { type Door, readTlsIdentity, TlsFileError, type TlsIdentity } from '../config/tls.ts'
import { DAY_MS } from '../domain/time/durations.ts'
import type { Logger } from '../telemetry/logger.ts'

/** how long before its end a certificate is worth a warning */
const DAYS_OF_WARNING = 30

/** Reads a door's certificate again. One that can't be used, or that no client would take any more, is no reason to end: the one before stays. */
export function reloadCertificate(parts: {
  readonly config: Config
  readonly door: Door
  readonly listening: { useCertificate(tls: TlsIdentity): void }
  readonly logger: Logger
}): void {
  const { config, door, listening, logger } = parts
  try {
    const tls = readTlsIdentity(config, door)
    if (tls === undefined) return
    if (tls.expiresAt <= Date.now())
      throw new TlsFileError(`${door}.tls.cert_file ${config[door].tls.cert_file}: has expired at ${instantOf(tls)}`)
    listening.useCertificate(tls)
    logCertificate(logger, door, tls)
  } catch (error) {
    if (!(error instanceof TlsFileError)) throw error
    logger.error({ door }, `the certificate stays as it was: ${error.message}`)
  }
}

export function logCertificate(logger: Logger, door: Door, tls: TlsIdentity): void {
  const daysLeft = Math.floor((tls.expiresAt - Date.now()) / DAY_MS)
  const level = daysLeft < DAYS_OF_WARNING ? 'warn' : 'info'
  logger[level]({ door, expires_at: instantOf(tls), days_left: daysLeft }, 'TLS certificate in use')
}

const instantOf = ({ expiresAt }: TlsIdentity): string => new Date(expiresAt).toISOString()
