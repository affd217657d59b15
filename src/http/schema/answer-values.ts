import { Type, type TSchema, type TUnsafe } from 'typebox'
import type { Documented } from './request-values.ts'

/**
 * The values of which the shapes of answers are made (docs/api-contract.md section 1). Annotation of ours: `x-extensible-enum` lists the values of
 * a member today: clients must tolerate others.
 */

/** An answer without a body. */
export const noBody = Type.Unsafe<undefined>({ type: 'null' })

export const uuid = Type.String({ format: 'uuid' })
export const instant = Type.String({ format: 'date-time', description: 'UTC, with three decimals of a second' })
export const date = Type.String({ format: 'date' })
export const decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', description: 'a decimal as a string' })
export const money = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$', description: 'dollars and cents as a string' })

export const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const numberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] })

/** The same schema, or null. `type: [..., 'null']` and not `anyOf`: it costs the serializer nothing. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<string | number | boolean | object | null> {
  const { type, ...rest } = schema as unknown as { type: string }
  return Type.Unsafe({ ...rest, type: [type, 'null'] })
}

/** One of a list that may grow. */
export function openEnumeration(values: readonly string[], documented: Documented = {}) {
  return Type.Unsafe<string>({ type: 'string', 'x-extensible-enum': [...values], ...documented })
}
