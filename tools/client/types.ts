import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'

const HEADER = '// Made of GET /v1/openapi.json by `npm run client`. Not to be edited.\n\n'

/** The API as TypeScript types: the text of client/api.ts. A member with a default need not be given. */
export async function clientTypes(document: object): Promise<string> {
  const nodes = await openapiTypescript(document as OpenAPI3, { alphabetize: true, defaultNonNullable: false })
  return HEADER + astToString(nodes)
}
