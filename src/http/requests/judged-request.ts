import type { FastifyContextConfig, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type FieldFault, refuseFaults } from './field-faults.ts'
import { RefusedPart } from './validation.ts'

// What is wrong with a request is told in one answer: what its schema finds, and what the route finds in the rest of it.

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * what is wrong with its requests that no schema can say, such as members that don't go together: see `given`. `refused`: the members
     * that were given, or required, and are not there because the schema has refused them
     */
    faults?: (request: FastifyRequest, refused: ReadonlySet<string>) => readonly FieldFault[] | Promise<readonly FieldFault[]>
  }
}

/** A value of which the schema may have refused any member: that one is not there, and undefined in a list. */
export type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly (Given<Item> | undefined)[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Given<Value[Name]> }
    : Value

/** The body as `config.faults` sees it. */
export function given<Schema extends TSchema>(request: FastifyRequest): Given<Static<Schema>> {
  return request.body as Given<Static<Schema>>
}

/** The first thing behind the schemas of a route that has `faults`, and `attachValidation`. */
export function refuseFaulty(faultsOf: NonNullable<FastifyContextConfig['faults']>): preHandlerAsyncHookHandler {
  return async (request) => {
    const { validationError: refused } = request
    if (refused === undefined) return refuseFaults(await faultsOf(request, new Set()))
    if (!(refused instanceof RefusedPart) || refused.rest === undefined) throw refused
    if (refused.validationContext === 'body') request.body = refused.rest
    else request.query = refused.rest
    // of a member the schema's word counts
    const told = new Set(refused.faults.map(({ field }) => field))
    refuseFaults([...refused.faults, ...(await faultsOf(request, told)).filter(({ field }) => !told.has(field))])
  }
}
