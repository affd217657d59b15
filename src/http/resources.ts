import type { FastifyInstance } from 'fastify'
import { accountSchema, slimAccountSchema } from './resources/accounts/account.schema.ts'
import { fixSessionSchema } from './resources/admin/admin.schema.ts'
import { AuditTrail } from './resources/admin/audit-trail.ts'
import { type FixSessionsParts, fixSessionsRoutes } from './resources/admin/fix-sessions.routes.ts'
import { type AdminPartnersParts, adminPartnersRoutes } from './resources/admin/partners.routes.ts'
import { type AdminTradingParts, adminTradingRoutes } from './resources/admin/trading.routes.ts'
import { type AccountsParts, accountsRoutes } from './resources/accounts/accounts.routes.ts'
import { type BlotterParts, blotterRoutes } from './resources/blotter/blotter.routes.ts'
import { achSchema, transferSchema } from './resources/funding/funding.schema.ts'
import { fundingRoutes } from './resources/funding/funding.routes.ts'
import { type HealthParts, healthRoutes } from './resources/health/health.routes.ts'
import { type KeysParts, keysRoutes } from './resources/keys/keys.routes.ts'
import { executionSchema, orderSchema } from './resources/orders/order.schema.ts'
import { type OrdersParts, ordersRoutes } from './resources/orders/orders.routes.ts'
import { activitySchema, positionSchema } from './resources/portfolio/portfolio.schema.ts'
import { type PortfolioParts, portfolioRoutes } from './resources/portfolio/portfolio.routes.ts'
import { sandboxRoutes } from './resources/sandbox/sandbox.routes.ts'

/** What the resources need. */
export type ResourceParts = AccountsParts &
  PortfolioParts &
  OrdersParts &
  KeysParts &
  BlotterParts &
  HealthParts &
  Omit<FixSessionsParts & AdminTradingParts & AdminPartnersParts, 'audit'>

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
  fixSessionSchema,
]

/** Every resource of the API, in the order of the OpenAPI document. */
export async function registerResources(app: FastifyInstance, parts: ResourceParts): Promise<void> {
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema)
  await app.register(accountsRoutes, parts)
  await app.register(portfolioRoutes, parts)
  await app.register(ordersRoutes, parts)
  await app.register(fundingRoutes, parts)
  await app.register(keysRoutes, parts)
  await app.register(sandboxRoutes, parts)
  await app.register(blotterRoutes, parts)
  await app.register(healthRoutes, parts)
  const operators = { ...parts, audit: new AuditTrail(parts.auditStore, parts.now) }
  await app.register(fixSessionsRoutes, operators)
  await app.register(adminTradingRoutes, operators)
  await app.register(adminPartnersRoutes, operators)
}
