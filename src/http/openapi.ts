import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { ANSWER_COMPONENTS, CODES_OF_ALL, CODES_OF_CHANGES, documentedAnswers } from './answers/documented-answer.ts'
import { headersOf, takesEmptyBody } from './requests/documented-request.ts'
import { webhookDocumentation } from './resources/webhooks/webhook-documentation.ts'
import { errorSchema, problemSchema } from './schema/error.ts'

/** Collects the routes for the document and serves it for reading under /docs. Before the routes, and outside the rules of routes. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  /** by the ids of operations */
  const routes = new Map<string, RouteOptions>()
  app.addSchema(errorSchema)
  app.addSchema(problemSchema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fillgate',
        version,
        description:
          'Brokerage REST API over the same engine as the FIX 4.4 gateway. Amounts are decimal strings, timestamps UTC. ' +
          'Enumerations of answers (x-extensible-enum) are open: tolerate values that are not listed. ' +
          `An operation names the codes of its errors. Beside them any can answer ${CODES_OF_ALL.join(', ')}; one that is no GET ` +
          `${CODES_OF_CHANGES.join(', ')}; and one below /v1/dev SANDBOX_ONLY.`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: TAGS,
      components: {
        ...ANSWER_COMPONENTS,
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'together with X-API-Secret' },
          apiSecret: { type: 'apiKey', in: 'header', name: 'X-API-Secret', description: 'together with X-API-Key' },
          basic: {
            type: 'http',
            scheme: 'basic',
            description: 'instead of the two headers: the API key as user name, its secret as password',
          },
        },
      },
      webhooks: webhookDocumentation(),
    },
    refResolver: {
      buildLocalReference: (schema, _baseUri, _fragment, index) => (schema['$id'] as string | undefined) ?? `schema-${index}`,
    },
    transform: ({ schema, url, route }) => {
      const documented = asDocumented(schema, route)
      if (documented.operationId !== undefined) routes.set(documented.operationId, route)
      return { schema: documented, url }
    },
    // to the document alone: errors are not written by compiled serializers, which would cost the start half a second
    transformObject: (document) => {
      const { openapiObject } = document as { readonly openapiObject: Documented }
      for (const operation of Object.values(openapiObject.paths).flatMap((item) => Object.values(item))) {
        const route = routes.get(operation.operationId)!
        operation.responses = documentedAnswers(operation.responses, operation.description ?? '', route)
        // the plugin takes every body for required
        if (operation.requestBody && takesEmptyBody(route.schema!, route)) operation.requestBody.required = false
      }
      return openapiObject
    },
  })
  await app.register(async (docs) => {
    // the pages are served by us alone; every other answer is JSON and needs none of these headers
    await docs.register(helmet, { contentSecurityPolicy: false, hsts: false })
    // of /docs/json, the one answer that is no text: made once, so that whoever asks again and again and reads nothing fills no memory with copies
    let document: string | undefined
    docs.setReplySerializer((payload) => (document ??= JSON.stringify(payload)))
    // the gateway itself speaks plain HTTP
    const transformStaticCSP = (policy: string): string => policy.replace(/\s*upgrade-insecure-requests;?/, '')
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      transformStaticCSP,
      theme: { title: 'Fillgate API' },
      // else a reader sees neither the scope of an operation, nor the values of the open enumerations, nor the limits of parameters
      uiConfig: { showExtensions: true, showCommonExtensions: true },
      logo: LOGO,
    })
  })
}

/** The groups of operations, in the order in which the pages show them. */
const TAGS = [
  { name: 'Accounts', description: 'Opening, changing and closing accounts of customers.' },
  { name: 'Balances and positions', description: 'What an account has, and what moved it.' },
  { name: 'Orders', description: 'Placing, changing and cancelling orders, and their executions.' },
  { name: 'Funding', description: 'Bank links, and money in and out over them.' },
  { name: 'Documents', description: 'Statements, confirmations, tax forms and what customers hand in.' },
  { name: 'Market data', description: 'Quotes, history and news of securities, and when the market is open.' },
  { name: 'Options', description: 'Which options are listed.' },
  { name: 'Reference data', description: 'Which securities there are.' },
  { name: 'Keys', description: 'Keys of a partner and tokens of single accounts.' },
  { name: 'Webhooks', description: 'Events, pushed to an address or read as a stream.' },
  { name: 'Sandbox', description: 'Steering the market and the customers of a sandbox; not for live partners.' },
  { name: 'Blotter', description: 'Orders of all accounts, with their FIX messages.' },
  { name: 'Diagnostics', description: 'Whether the gateway is well, and what was asked of it.' },
  { name: 'Exports', description: 'Executions and activities as CSV.' },
  { name: 'Operators', description: 'For the keys of operators alone.' },
]

const LOGO = {
  type: 'image/svg+xml',
  content:
    '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="40" role="img"><title>Fillgate</title><rect width="4" height="28" y="6" ' +
    'fill="#3fbf7f"/><text x="14" y="29" fill="#ffffff" font-family="Helvetica, Arial, sans-serif" font-size="24" font-weight="700">Fillgate</text></svg>',
}

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}

interface DocumentedOperation {
  readonly operationId: string
  readonly description?: string
  readonly requestBody?: { required: boolean }
  responses: Parameters<typeof documentedAnswers>[0]
}

/** An operation as the document shows it: with the headers that every route reads, and who may use it. */
function asDocumented(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  if (schema === undefined || schema.hide === true) return { ...schema, hide: true }
  const access = route.config?.scope
  const documented = { ...schema, headers: headersOf(route) }
  // said, since left out it is what checkers of documents take for forgotten
  if (access === 'open' || access === undefined) return { ...documented, security: [] }
  return { ...documented, security: BASIC_OR_KEY, 'x-scope': access } as FastifySchema
}

// Basic first: of several ways importers of collections (Postman) take the first, and of two headers the first alone
const BASIC_OR_KEY = [{ basic: [] }, { apiKey: [], apiSecret: [] }]

/** GET /v1/openapi.json: the document, made once. */
export function serveOpenApi(app: FastifyInstance): void {
  let document: string | undefined
  app.get('/v1/openapi.json', { config: { scope: 'open' }, schema: { hide: true } }, (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    void reply.type('application/json; charset=utf-8').send(document)
  })
}
