import openapiTypescript, { astToString, NEVER, type OpenAPI3 } from 'openapi-typescript'

const HEADER = '// Made of GET /v1/openapi.json by `npm run client`. Not to be edited.\n\n'

/** The API as TypeScript types: the text of client/api.ts. A member with a default need not be given, one that is refused can't be. */
export async function clientTypes(document: object): Promise<string> {
  const nodes = await openapiTypescript(document as OpenAPI3, {
    alphabetize: true,
    defaultNonNullable: false,
    // by itself it writes `unknown`, which takes anything
    transform: (schema) => ('not' in schema ? NEVER : undefined),
  })
  return HEADER + astToString(nodes)
}
