import type { FastifyInstance, FastifyPluginCallback, FastifyPluginOptions } from 'fastify'
import { accountSchema, slimAccountSchema } from './resources/accounts/account.schema.ts'
import { documentSchema, w9Schema } from './resources/documents/document.schema.ts'
import { type DocumentsParts, documentsRoutes } from './resources/documents/documents.routes.ts'
import { type W9Parts, w9Routes } from './resources/documents/w9.routes.ts'
import { fixSessionSchema } from './resources/admin/admin.schema.ts'
import { adminAccountsRoutes } from './resources/admin/accounts.routes.ts'
import { AuditTrail } from './resources/admin/audit-trail.ts'
import { type AdminExecutionsParts, adminExecutionsRoutes } from './resources/admin/executions.routes.ts'
import { type FixSessionsParts, fixSessionsRoutes } from './resources/admin/fix-sessions.routes.ts'
import { adminFundingRoutes } from './resources/admin/funding.routes.ts'
import { adminHaltsRoutes } from './resources/admin/halts.routes.ts'
import { adminKeysRoutes } from './resources/admin/keys.routes.ts'
import { adminSecuritiesRoutes } from './resources/admin/securities.routes.ts'
import { liveMarketRoutes } from './resources/admin/live-market.routes.ts'
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
import { companiesRoutes } from './resources/marketdata/companies/companies.routes.ts'
import { logosRoutes } from './resources/marketdata/companies/logos.routes.ts'
import { type MarketDataStreamParts, marketDataStreamRoutes } from './resources/marketdata-stream/marketdata-stream.routes.ts'
import type { MarketDataParts } from './resources/marketdata/market-data-parts.ts'
import { optionContract } from './resources/marketdata/options/option.schema.ts'
import { optionsRoutes } from './resources/marketdata/options/options.routes.ts'
import { pricesRoutes } from './resources/marketdata/prices/prices.routes.ts'
import { referenceRoutes } from './resources/marketdata/reference/reference.routes.ts'
import { securityRecord } from './resources/marketdata/reference/reference.schema.ts'
import { executionQualityRoutes } from './resources/orders/execution-quality.routes.ts'
import { type OrdersParts, ordersRoutes } from './resources/orders/orders.routes.ts'
import { type PreviewParts, previewRoutes } from './resources/orders/preview.routes.ts'
import { closePositionsRoutes } from './resources/portfolio/close-positions.routes.ts'
import { portfolioHistoryRoutes } from './resources/portfolio/portfolio-history.routes.ts'
import { activitySchema, positionSchema } from './resources/portfolio/portfolio.schema.ts'
import { type PortfolioParts, portfolioRoutes } from './resources/portfolio/portfolio.routes.ts'
import { clockRoutes } from './resources/sandbox/clock/clock.routes.ts'
import { marketModelRoutes } from './resources/sandbox/quotes/market-model.routes.ts'
import { type ReplayParts, replayRoutes } from './resources/sandbox/quotes/replay.routes.ts'
import { corporateActionsRoutes } from './resources/sandbox/corporate-actions/corporate-actions.routes.ts'
import { haltsRoutes } from './resources/sandbox/halts/halts.routes.ts'
import { type ResetParts, resetRoutes } from './resources/sandbox/reset/reset.routes.ts'
import { sandboxRoutes } from './resources/sandbox/sandbox.routes.ts'
import { scriptedFillRoutes } from './resources/sandbox/quotes/scripted-fill.routes.ts'
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
  Omit<FixSessionsParts & AdminTradingParts & AdminExecutionsParts & AdminPartnersParts & QuarantineParts, 'audit'>

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
  await add(app, accountsRoutes, parts)
  await add(app, accountChangesRoutes, parts)
  await add(app, usersRoutes, parts)
  await add(app, portfolioRoutes, parts)
  await add(app, closePositionsRoutes, parts)
  await add(app, portfolioHistoryRoutes, parts)
  await add(app, ordersRoutes, parts)
  await add(app, previewRoutes, parts)
  await add(app, executionQualityRoutes, parts)
  await add(app, achRelationshipsRoutes, parts)
  await add(app, fundingRoutes, parts)
  await add(app, documentsRoutes, parts)
  await add(app, w9Routes, parts)
  await add(app, pricesRoutes, parts)
  await add(app, marketDataStreamRoutes, parts)
  await add(app, companiesRoutes, parts)
  await add(app, logosRoutes, parts)
  await add(app, optionsRoutes, parts)
  await add(app, referenceRoutes, parts)
  await add(app, keysRoutes, parts)
  await add(app, accountTokensRoutes, parts)
  await add(app, eventStreamRoutes, parts)
  await add(app, webhooksRoutes, parts)
  await add(app, deliveriesRoutes, parts)
  await add(app, clockRoutes, parts)
  await add(app, sandboxRoutes, parts)
  await add(app, haltsRoutes, parts)
  await add(app, corporateActionsRoutes, parts)
  await add(app, scriptedFillRoutes, parts)
  await add(app, marketModelRoutes, parts)
  await add(app, replayRoutes, parts)
  await add(app, resetRoutes, parts)
  await add(app, kycDecisionRoutes, parts)
  await add(app, sandboxFundingRoutes, parts)
  await add(app, blotterRoutes, parts)
  await add(app, logsRoutes, parts)
  await add(app, exportsRoutes, parts)
  await add(app, healthRoutes, parts)
  const operators = { ...parts, audit: new AuditTrail(parts.auditStore, parts.now) }
  await add(app, fixSessionsRoutes, operators)
  await add(app, adminTradingRoutes, operators)
  await add(app, adminExecutionsRoutes, operators)
  await add(app, adminHaltsRoutes, operators)
  await add(app, adminAccountsRoutes, operators)
  await add(app, adminFundingRoutes, operators)
  await add(app, liveMarketRoutes, operators)
  await add(app, adminSecuritiesRoutes, operators)
  await add(app, adminPartnersRoutes, operators)
  await add(app, adminKeysRoutes, operators)
  await add(app, quarantineRoutes, operators)
}

/** Adds a resource under its own name, for which Fastify would otherwise go through all modules of the process. */
async function add<Parts extends FastifyPluginOptions>(
  app: FastifyInstance,
  routes: FastifyPluginCallback<Parts>,
  parts: Parts,
): Promise<void> {
  await app.register(Object.assign(routes, { [DISPLAY_NAME]: routes.name }), parts)
}

const DISPLAY_NAME = Symbol.for('fastify.display-name')
