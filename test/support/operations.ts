import type { RestClient } from './rest-client.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** A route as the OpenAPI document shows it. */
export interface Operation {
  /** `GET` */
  readonly method: string
  /** `/v1/accounts/{accountId}` */
  readonly path: string
  /** names in braces, in their order */
  readonly pathParameters: readonly string[]
  readonly query: readonly { readonly name: string; readonly schema: JsonSchema }[]
  readonly body: JsonSchema | undefined
  /** a scope, `partner`, `any`, `operator`, or `open`: without a credential */
  readonly access: string
  /** answers with server-sent events, and does not end */
  readonly isStream: boolean
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}

interface DocumentedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
  readonly 'x-scope'?: string
}

/** Every route of the server that a client talks to: what is added to it later is here by itself. */
export async function operationsOf(client: RestClient): Promise<readonly Operation[]> {
  const document = (await client.get('/v1/openapi.json')).body as Document
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(method.toUpperCase(), path, operation)),
  )
}

function toOperation(method: string, path: string, operation: DocumentedOperation): Operation {
  return {
    method,
    path,
    pathParameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!),
    query: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    body: operation.requestBody?.content['application/json']?.schema,
    access: operation['x-scope'] ?? 'open',
    isStream: Object.values(operation.responses).some(({ content = {} }) => 'text/event-stream' in content),
  }
}

/** The path of an operation with its parameters filled in. */
export function urlOf({ path }: Pick<Operation, 'path'>, valueOf: (parameter: string) => string): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => valueOf(name))
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
