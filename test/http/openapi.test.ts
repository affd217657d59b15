import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAjv, type OpenApiDocument } from '../support/openapi-check.ts'
import { openRestServer, type RestServer } from '../support/rest-server.ts'

let server: RestServer
let document: OpenApiDocument
beforeAll(async () => {
  server = await openRestServer()
  document = (await server.anonymous.get('/v1/openapi.json')).body as OpenApiDocument
})
afterAll(() => server.close())

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))

describe('the OpenAPI document', () => {
  test('is of version 3.1, needs no credential and has a section for webhooks', () => {
    expect([document.openapi, document.info.title, document.info.version, document.webhooks]).toEqual([
      '3.1.0',
      'Fillgate',
      '0.0.0-test',
      {},
    ])
  })

  test('names every operation once, with a summary and at least one answer that has a description', () => {
    const names = operations().map(({ operation }) => operation.operationId)
    expect(names).toEqual([...new Set(names)])
    expect(names).not.toContain(undefined)
    const incomplete = operations().filter(
      ({ method, operation }) =>
        !METHODS.includes(method) ||
        Object.keys(operation.responses).length === 0 ||
        !Object.entries(operation.responses).every(
          ([status, { description }]) => /^([1-5]\d\d|[1-5]XX)$/.test(status) && description !== '',
        ),
    )
    expect(incomplete).toEqual([])
  })

  test('declares exactly the parameters that a path has', () => {
    const wrong = operations().filter(({ path, operation }) => {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      return declared.map(({ name }) => name).join() !== inPath.join() || declared.some(({ required }) => required !== true)
    })
    expect(wrong).toEqual([])
  })

  test('has schemas that are valid JSON Schema 2020-12, and references that lead somewhere', () => {
    const ajv = newAjv()
    ajv.addSchema({ $id: 'openapi', components: document.components })
    const content = operations().flatMap(({ path, method, operation }) => [
      ...Object.entries(operation.responses).flatMap(([status, response]) =>
        Object.entries(response.content ?? {}).map(([type, { schema }]) => [`${method} ${path} ${status} ${type}`, schema] as const),
      ),
      ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [`${method} ${path} ${type}`, schema] as const),
      ...(operation.parameters ?? []).map(({ name, schema }) => [`${method} ${path} ?${name}`, schema] as const),
    ])
    expect(content.length).toBeGreaterThan(100)
    const different = new Map(
      content.map(([where, schema]) => [JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'), where]),
    )
    for (const [text, where] of different) expect(() => ajv.compile(JSON.parse(text) as object), where).not.toThrow()
  })

  test('says who may use an operation', () => {
    const open = operations().filter(({ operation }) => operation.security === undefined || operation.security.length === 0)
    expect(open.map(({ path }) => path).sort()).toEqual(['/v1/health', '/v1/health/live', '/v1/health/ready'])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey', 'apiSecret', 'basic'])
  })

  test('has the operations of this release and no other', () => {
    expect(
      operations()
        .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
        .sort(),
    ).toMatchInlineSnapshot(`
      [
        "DELETE /v1/accounts/{accountId}/ach-relationships/{achId}",
        "DELETE /v1/accounts/{accountId}/orders",
        "DELETE /v1/accounts/{accountId}/orders/{orderId}",
        "DELETE /v1/keys/{keyId}",
        "GET /api/Blotter/OrderFixLogs",
        "GET /v1/accounts",
        "GET /v1/accounts/{accountId}",
        "GET /v1/accounts/{accountId}/ach-relationships",
        "GET /v1/accounts/{accountId}/ach-relationships/{achId}",
        "GET /v1/accounts/{accountId}/activities",
        "GET /v1/accounts/{accountId}/balances",
        "GET /v1/accounts/{accountId}/funding/activity",
        "GET /v1/accounts/{accountId}/funding/activity/{activityId}",
        "GET /v1/accounts/{accountId}/orders",
        "GET /v1/accounts/{accountId}/orders/{orderId}",
        "GET /v1/accounts/{accountId}/orders/{orderId}/executions",
        "GET /v1/accounts/{accountId}/positions",
        "GET /v1/accounts/{accountId}/positions/{symbol}",
        "GET /v1/admin/audit",
        "GET /v1/admin/fix/sessions",
        "GET /v1/admin/fix/sessions/{id}/messages",
        "GET /v1/admin/journal",
        "GET /v1/health",
        "GET /v1/health/latency",
        "GET /v1/health/live",
        "GET /v1/health/ready",
        "GET /v1/keys",
        "GET /v1/users/{userId}",
        "PATCH /v1/accounts/{accountId}/orders/{orderId}",
        "PATCH /v1/admin/fix/sessions/{id}",
        "POST /api/Blotter/GetBlotterOrderInfo",
        "POST /api/external/get-orders",
        "POST /v1/accounts",
        "POST /v1/accounts/{accountId}/ach-relationships",
        "POST /v1/accounts/{accountId}/funding/deposits",
        "POST /v1/accounts/{accountId}/orders",
        "POST /v1/admin/end-of-day",
        "POST /v1/admin/executions/{executionId}/bust",
        "POST /v1/admin/executions/{executionId}/correct",
        "POST /v1/admin/fix/sessions",
        "POST /v1/admin/fix/sessions/{id}/disconnect",
        "POST /v1/admin/fix/sessions/{id}/replay",
        "POST /v1/admin/fix/sessions/{id}/reset",
        "POST /v1/admin/kill-switch",
        "POST /v1/admin/orders/{orderId}/cancel",
        "POST /v1/admin/partners",
        "POST /v1/admin/partners/{id}/keys",
        "POST /v1/dev/sandbox/quotes",
        "POST /v1/keys",
      ]
    `)
  })
})

test('the document can be read in a browser, with the headers that pages need and no other answer has', async () => {
  const page = await server.anonymous.get('/docs/')
  expect([page.status, page.headers['content-type'], page.headers['x-frame-options']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'SAMEORIGIN',
  ])
  expect(page.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect((await server.client.get('/v1/keys')).headers['x-frame-options']).toBeUndefined()
})
