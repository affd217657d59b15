import type { Config } from '../config.ts'
import { openSessionsRefusal, unlistedRefusal } from '../config/start-refusals.ts'
import type { EngineView } from '../domain/view.ts'
import type { FixGateway } from '../fix/gateway.ts'

/** Why the gateway may not start with the FIX sessions that it has, or that a first start is about to make. */
export function refusalOfSessions(config: Config, gateway: FixGateway, isFirstStart: boolean): string | undefined {
  return openSessionsRefusal(
    config,
    isFirstStart
      ? config.fix.sessions.map(({ sender_comp_id, enabled, password, client_certificate }) => ({
          senderCompId: sender_comp_id,
          enabled,
          hasPassword: password !== null,
          hasCertificate: client_certificate !== null,
        }))
      : gateway.books.map(({ settings }) => ({
          senderCompId: settings.senderCompId,
          enabled: settings.enabled,
          hasPassword: settings.passwordHash !== null,
          hasCertificate: settings.clientCertificate !== null,
        })),
  )
}

/** Why it may not start with the securities that are listed, or that a first start is about to list. */
export function refusalOfSymbols(config: Config, view: Pick<EngineView, 'instrumentBySymbol'>, isFirstStart: boolean): string | undefined {
  return unlistedRefusal(config, (symbol) =>
    isFirstStart
      ? config.first_start.listings.some(({ instrument }) => instrument.symbol === symbol)
      : view.instrumentBySymbol(symbol) !== undefined,
  )
}
