import type { FastifySchema, RouteOptions } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { SCENARIOS } from '../../domain/orders/scenario-names.ts'
import { oneOf } from '../schema/request-values.ts'

// What the document alone says of a request: the parts that no schema of a route judges.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** headers that it reads, and judges by itself: for the document */
    readsHeaders?: Readonly<Record<string, TSchema>>
    /** no member of its body has to be there, but one of some has: for the document */
    refusesEmptyBody?: boolean
  }
}

/** `example` is that of the member: importers of collections send both, which must not differ. */
export const idempotencyKeyHeader = (example: string): Readonly<Record<string, TSchema>> => ({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'the member idempotency_key of the body is the same thing',
      examples: [example],
    }),
  ),
})

export const LAST_EVENT_ID_HEADER = {
  'Last-Event-ID': Type.Optional(
    Type.String({ description: 'begins behind this id, whatever since_id and since say: what a client that reconnects has heard last' }),
  ),
} as const

export const SANDBOX_SCENARIO_HEADER = {
  'X-Sandbox-Scenario': Type.Optional(
    oneOf(Object.keys(SCENARIOS), { description: 'the outcome that the order is to have; of a live partner it is refused' }),
  ),
} as const

const REQUEST_ID_HEADER = {
  'X-Request-Id': Type.Optional(
    Type.String({
      description: 'names the request in answers and logs, where it has 8 to 64 letters, digits, "_" and "-"; any other is replaced',
    }),
  ),
} as const

/** The headers of a route beside those of its credential. */
export function headersOf({ config }: Pick<RouteOptions, 'config'>): TSchema {
  return Type.Object({ ...config?.readsHeaders, ...REQUEST_ID_HEADER })
}

/** Whether a route takes a request without a body, which counts as `{}`. */
export function takesEmptyBody({ body }: FastifySchema, { config }: Pick<RouteOptions, 'config'>): boolean {
  const { type, required = [] } = (body ?? {}) as { readonly type?: string; readonly required?: readonly string[] }
  return type === 'object' && required.length === 0 && config?.refusesEmptyBody !== true
}
