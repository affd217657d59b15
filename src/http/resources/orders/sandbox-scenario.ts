import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import { scenarioOf, SCENARIOS } from '../../../domain/orders/scenario-names.ts'
import { partnerOf } from '../../access/authentication.ts'
import { ApiError } from '../../answers/errors.ts'

const HEADER = 'x-sandbox-scenario'

/** Refuses `X-Sandbox-Scenario` of a live tenant, before the body and what the path names are looked at. */
export const refuseLiveScenario: onRequestHookHandler = (request, _reply, done) => {
  const isLive = request.headers[HEADER] !== undefined && partnerOf(request).partner.environment !== 'sandbox'
  done(isLive ? new ApiError('SANDBOX_ONLY', 'Scenarios are there in the sandbox alone.') : undefined)
}

/** The outcome that `X-Sandbox-Scenario` asks for: docs/api-contract.md section 5. Throws a 400 for a name that is none. */
export function sandboxScenario(request: FastifyRequest): Pick<PlaceOrder, 'scenario'> {
  const name = request.headers[HEADER]
  if (name === undefined) return {}
  const scenario = scenarioOf(String(name))
  if (scenario === undefined)
    throw new ApiError('VALIDATION_ERROR', `X-Sandbox-Scenario has to be one of ${Object.keys(SCENARIOS).join(', ')}.`, {
      field: 'X-Sandbox-Scenario',
    })
  return { scenario }
}
