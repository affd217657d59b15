import type { FastifyInstance } from 'fastify'
import { accountSchema, slimAccountSchema } from './resources/accounts/account.schema.ts'
import { documentSchema, w9Schema } from './resources/documents/document.schema.ts'
import { type DocumentsParts, documentsRoutes } from './resources/documents/documents.routes.ts'
import { type W9Parts, w9Routes } from './resources/documents/w9.routes.ts'
import { fixSessionSchema } from './resources/admin/admin.schema.ts'
import { AuditTrail } from './resources/admin/audit-trail.ts'
import { type FixSessionsParts, fixSessionsRoutes } from './resources/admin/fix-sessions.routes.ts'
import { adminHaltsRoutes } from './resources/admin/halts.routes.ts'
import { type AdminPartnersParts, adminPartnersRoutes } from './resources/admin/partners.routes.ts'
import { type QuarantineParts, quarantineRoutes } from './resources/admin/quarantine.routes.ts'
import { type AdminTradingParts, adminTradingRoutes } from './resources/admin/trading.routes.ts'
import { type AccountChangesParts, accountChangesRoutes } from './resources/accounts/account-changes.routes.ts'
import { type AccountsParts, accountsRoutes } from './resources/accounts/accounts.routes.ts'
import { kycDecisionRoutes } from './resources/accounts/kyc-decision.routes.ts'
import { usersRoutes } from './resources/accounts/users.routes.ts'
import { type BlotterParts, blotterRoutes } from './resources/blotter/blotter.routes.ts'
import { exportsRoutes } from './resources/exports/exports.routes.ts'
import { achSchema, transferSchema } from './resources/funding/funding.schema.ts'
import { fundingRoutes } from './resources/funding/funding.routes.ts'
import { achRelationshipsRoutes } from './resources/funding/ach-relationships.routes.ts'
import { sandboxFundingRoutes } from './resources/funding/sandbox-funding.routes.ts'
import { type HealthParts, healthRoutes } from './resources/health/health.routes.ts'
import { type AccountTokensParts, accountTokensRoutes } from './resources/keys/account-tokens.routes.ts'
import { type KeysParts, keysRoutes } from './resources/keys/keys.routes.ts'
import { type LogsParts, logsRoutes } from './resources/logs/logs.routes.ts'
import { executionSchema, orderSchema } from './resources/orders/order.schema.ts'
import { companiesRoutes } from './resources/marketdata/companies.routes.ts'
import { logosRoutes } from './resources/marketdata/logos.routes.ts'
import { type MarketDataStreamParts, marketDataStreamRoutes } from './resources/marketdata-stream/marketdata-stream.routes.ts'
import type { MarketDataParts } from './resources/marketdata/market-data-parts.ts'
import { optionContract } from './resources/marketdata/option.schema.ts'
import { optionsRoutes } from './resources/marketdata/options.routes.ts'
import { pricesRoutes } from './resources/marketdata/prices.routes.ts'
import { referenceRoutes } from './resources/marketdata/reference.routes.ts'
import { securityRecord } from './resources/marketdata/reference.schema.ts'
import { executionQualityRoutes } from './resources/orders/execution-quality.routes.ts'
import { type OrdersParts, ordersRoutes } from './resources/orders/orders.routes.ts'
import { type PreviewParts, previewRoutes } from './resources/orders/preview.routes.ts'
import { closePositionsRoutes } from './resources/portfolio/close-positions.routes.ts'
import { portfolioHistoryRoutes } from './resources/portfolio/portfolio-history.routes.ts'
import { activitySchema, positionSchema } from './resources/portfolio/portfolio.schema.ts'
import { type PortfolioParts, portfolioRoutes } from './resources/portfolio/portfolio.routes.ts'
import { clockRoutes } from './resources/sandbox/clock.routes.ts'
import { marketModelRoutes } from './resources/sandbox/market-model.routes.ts'
import { type ReplayParts, replayRoutes } from './resources/sandbox/replay.routes.ts'
import { corporateActionsRoutes } from './resources/sandbox/corporate-actions.routes.ts'
import { haltsRoutes } from './resources/sandbox/halts.routes.ts'
import { type ResetParts, resetRoutes } from './resources/sandbox/reset.routes.ts'
import { sandboxRoutes } from './resources/sandbox/sandbox.routes.ts'
import { scriptedFillRoutes } from './resources/sandbox/scripted-fill.routes.ts'
import { deliveriesRoutes } from './resources/webhooks/deliveries.routes.ts'
import { type EventStreamParts, eventStreamRoutes } from './resources/webhooks/event-stream.routes.ts'
import { deliverySchema, webhookSchema } from './resources/webhooks/webhook.schema.ts'
import { type WebhooksParts, webhooksRoutes } from './resources/webhooks/webhooks.routes.ts'

/** What the resources need. */
export type ResourceParts = AccountsParts &
  AccountChangesParts &
  AccountTokensParts &
  PortfolioParts &
  OrdersParts &
  PreviewParts &
  KeysParts &
  LogsParts &
  BlotterParts &
  DocumentsParts &
  W9Parts &
  HealthParts &
  ReplayParts &
  ResetParts &
  MarketDataParts &
  MarketDataStreamParts &
  EventStreamParts &
  WebhooksParts &
  Omit<FixSessionsParts & AdminTradingParts & AdminPartnersParts & QuarantineParts, 'audit'>

/** Schemas that routes refer to by name: the components of the OpenAPI document. */
const SHARED_SCHEMAS = [
  accountSchema,
  slimAccountSchema,
  positionSchema,
  activitySchema,
  orderSchema,
  executionSchema,
  achSchema,
  transferSchema,
  documentSchema,
  w9Schema,
  securityRecord,
  optionContract,
  fixSessionSchema,
  webhookSchema,
  deliverySchema,
]

/** Every resource of the API, in the order of the OpenAPI document. */
export async function registerResources(app: FastifyInstance, parts: ResourceParts): Promise<void> {
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema)
  await app.register(accountsRoutes, parts)
  await app.register(accountChangesRoutes, parts)
  await app.register(usersRoutes, parts)
  await app.register(portfolioRoutes, parts)
  await app.register(closePositionsRoutes, parts)
  await app.register(portfolioHistoryRoutes, parts)
  await app.register(ordersRoutes, parts)
  await app.register(previewRoutes, parts)
  await app.register(executionQualityRoutes, parts)
  await app.register(achRelationshipsRoutes, parts)
  await app.register(fundingRoutes, parts)
  await app.register(documentsRoutes, parts)
  await app.register(w9Routes, parts)
  await app.register(pricesRoutes, parts)
  await app.register(marketDataStreamRoutes, parts)
  await app.register(companiesRoutes, parts)
  await app.register(logosRoutes, parts)
  await app.register(optionsRoutes, parts)
  await app.register(referenceRoutes, parts)
  await app.register(keysRoutes, parts)
  await app.register(accountTokensRoutes, parts)
  await app.register(eventStreamRoutes, parts)
  await app.register(webhooksRoutes, parts)
  await app.register(deliveriesRoutes, parts)
  await app.register(clockRoutes, parts)
  await app.register(sandboxRoutes, parts)
  await app.register(haltsRoutes, parts)
  await app.register(corporateActionsRoutes, parts)
  await app.register(scriptedFillRoutes, parts)
  await app.register(marketModelRoutes, parts)
  await app.register(replayRoutes, parts)
  await app.register(resetRoutes, parts)
  await app.register(kycDecisionRoutes, parts)
  await app.register(sandboxFundingRoutes, parts)
  await app.register(blotterRoutes, parts)
  await app.register(logsRoutes, parts)
  await app.register(exportsRoutes, parts)
  await app.register(healthRoutes, parts)
  const operators = { ...parts, audit: new AuditTrail(parts.auditStore, parts.now) }
  await app.register(fixSessionsRoutes, operators)
  await app.register(adminTradingRoutes, operators)
  await app.register(adminHaltsRoutes, operators)
  await app.register(adminPartnersRoutes, operators)
  await app.register(quarantineRoutes, operators)
}
