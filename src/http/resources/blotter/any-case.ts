import type { preValidationHookHandler } from 'fastify'

/** Gives the members of a body or query the spelling of the schema: the PascalCase family reads names case-insensitively. */
export function anyCase(part: 'body' | 'query', schema: { readonly properties: object }): preValidationHookHandler {
  const spelling = new Map(Object.keys(schema.properties).map((name) => [name.toLowerCase(), name]))
  return (request, _reply, done) => {
    const given = request[part]
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
      request[part] = Object.fromEntries(Object.entries(given).map(([name, value]) => [spelling.get(name.toLowerCase()) ?? name, value]))
    }
    done()
  }
}
