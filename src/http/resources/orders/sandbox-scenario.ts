import type { FastifyRequest } from 'fastify'
import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import { scenarioOf, SCENARIOS } from '../../../domain/orders/scenario-names.ts'
import { partnerOf } from '../../access/authentication.ts'
import { ApiError } from '../../answers/errors.ts'

const HEADER = 'x-sandbox-scenario'

/** The outcome that `X-Sandbox-Scenario` asks for: docs/api-contract.md section 5. Throws a 403 on a live tenant, a 400 for another name. */
export function sandboxScenario(request: FastifyRequest): Pick<PlaceOrder, 'scenario'> {
  const name = request.headers[HEADER]
  if (name === undefined) return {}
  if (partnerOf(request).partner.environment !== 'sandbox') throw new ApiError('SANDBOX_ONLY', 'Scenarios are there in the sandbox alone.')
  const scenario = scenarioOf(String(name))
  if (scenario === undefined)
    throw new ApiError('VALIDATION_ERROR', `X-Sandbox-Scenario has to be one of ${Object.keys(SCENARIOS).join(', ')}.`, {
      field: 'X-Sandbox-Scenario',
    })
  return { scenario }
}
