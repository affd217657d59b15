import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { EVENT_NAMES } from '../../src/domain/partners/partner-event-type.ts'
import { dictionaryRules } from '../support/gateway-under-test.ts'
import { newAjv, type OpenApiDocument, responseOf } from '../support/openapi-check.ts'
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

test('a request without a body is taken and refused as the document says', async () => {
  const { path } = await server.account('10000.00')
  const order = { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '1', limit_price: '100.00', client_order_id: 'no-body' }
  const { body: placed } = await server.client.post(`${path}/orders`, order)
  const { body: webhook } = await server.client.post('/v1/webhooks', { url: 'https://example.com/', events: ['order.submitted'] })
  const answers = [
    await server.client.patch(path),
    await server.client.patch(`${path}/orders/${placed.id as string}`),
    await server.client.patch(`/v1/webhooks/${webhook.id as string}`),
    await server.client.post('/v1/documents/list'),
    await server.client.post('/v1/marketdata/reference/equity-security-master'),
    await server.client.post('/api/external/get-orders'),
    await server.operator.post(`/v1/admin/symbols/AAPL/halt`),
    await server.operator.post(`/v1/admin/symbols/AAPL/resume`),
    await server.operator.post(`/v1/admin/orders/${placed.id as string}/cancel`),
    await server.operator.post('/v1/admin/end-of-day'),
    await server.client.post('/v1/dev/sandbox/reset'),
    await server.client.post('/v1/dev/sandbox/clock'),
    await server.client.post('/v1/dev/sandbox/quotes'),
    await server.client.post('/v1/marketdata/reference/symbol-details'),
    await server.client.post('/api/Blotter/GetBlotterOrderInfo'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(11).fill(200), 400, 400, 400, 400])
})

describe('the OpenAPI document', () => {
  test('is the same for every server, however it is set', async () => {
    const perMinute = { sandbox: 60, live: 60 }
    const other = await openRestServer({
      rules: { session: 'us_equities', maxOpenOrders: 3, selfMatch: 'reject' },
      kyc: { mode: 'manual', delayMs: 0 },
      limits: {
        perCredential: perMinute,
        ordersPerAccount: perMinute,
        failuresPerAddress: 1,
        sandboxResetsPerMinute: 1,
        streamsPerPartner: 1,
      },
      maxPendingEvents: 1_000,
      enforceHours: true,
      dictionary: await dictionaryRules(),
      asksForCertificates: false,
      webhooks: { allowHttp: true, allowPrivateTargets: true },
    })
    onTestFinished(() => other.close())
    const textOf = async ({ app }: RestServer): Promise<string> => (await app.inject('/v1/openapi.json')).body
    expect(await textOf(other)).toBe(await textOf(server))
  })

  test('is of version 3.1, needs no credential and has a section for webhooks', () => {
    expect([document.openapi, document.info.title, document.info.version, Object.keys(document.webhooks!)]).toEqual([
      '3.1.0',
      'Fillgate',
      '0.0.0-test',
      [...EVENT_NAMES],
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
          // no range such as 4XX, and no default: with these, makers of clients write what no compiler takes
          ([status, response]) => /^[1-5]\d\d$/.test(status) && responseOf(document, response).description !== '',
        ),
    )
    expect(incomplete).toEqual([])
  })

  test('has a section for every operation, told of in the order in which they come', () => {
    const used = operations().map(({ operation }) => operation.tags)
    expect(used.filter((tags) => tags?.length !== 1)).toEqual([])
    expect(document.tags.map(({ name }) => name)).toEqual([...new Set(used.flat())])
    expect(document.tags.filter(({ description }) => description === '')).toEqual([])
  })

  test('has a status for each code that an operation names, and for those that any can answer', () => {
    const statuses = (name: string) =>
      Object.keys(operations().find(({ operation }) => operation.operationId === name)!.operation.responses)
    expect(statuses('placeOrder')).toEqual(['200', '201', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503'])
    expect(statuses('streamEvents')).toEqual(['200', '400', '401', '403', '404', '410', '429', '500', '503'])
    expect(statuses('listKeys')).toEqual(['200', '400', '401', '403', '429', '500', '503'])
    // these ask for no credential; a readiness that is not there has its own body
    expect(statuses('getLogoImage')).toEqual(['200', '400', '404', '429', '500', '503'])
    const { responses } = operations().find(({ operation }) => operation.operationId === 'getReadiness')!.operation
    expect(responses['503']).toMatchObject({ description: 'not now' })
  })

  test('says what each good answer means', () => {
    const meanings = (path: string, method: string) =>
      Object.entries(document.paths[path]![method as 'get']!.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => `${status}: ${responseOf(document, response).description}`)
    expect(meanings('/v1/accounts/{accountId}/orders', 'post')).toEqual(['200: a repeat: what the first request has made', '201: made'])
    expect(meanings('/v1/accounts/{accountId}/orders/{orderId}', 'delete')).toEqual(['204: done, without a body'])
    expect(meanings('/v1/documents/email', 'post')).toEqual(['202: taken: it is done later'])
    expect(JSON.stringify(document)).not.toContain('Default Response')
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
        Object.entries(responseOf(document, response).content ?? {}).map(
          ([type, { schema }]) => [`${method} ${path} ${status} ${type}`, schema] as const,
        ),
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

  test('has no example that is not as its schema says', () => {
    const ajv = newAjv()
    ajv.addSchema({ $id: 'openapi', components: document.components })
    const webhooks = Object.entries(document.webhooks!).map(([name, { post }]) => ({ where: name, bodies: [post.requestBody!] }))
    const ofOperations = operations().map(({ path, method, operation }) => ({
      where: `${method} ${path}`,
      bodies: [
        ...(operation.requestBody ? [operation.requestBody] : []),
        ...Object.values(operation.responses).map((one) => responseOf(document, one)),
      ],
    }))
    const shown = [...ofOperations, ...webhooks].flatMap(({ where, bodies }) =>
      bodies
        .flatMap(({ content = {} }) => Object.values(content))
        .flatMap(({ schema, example, examples = {} }) =>
          [example, ...Object.values(examples).map(({ value }) => value)]
            .filter((one) => one !== undefined)
            .map((one) => ({ where, schema, one })),
        ),
    )
    const ofSchemas = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
      (examples as unknown[]).map((one) => ({ where: name, schema: { $ref: `#/components/schemas/${name}` }, one })),
    )
    const wrong = [...shown, ...ofSchemas].flatMap(({ where, schema, one }) => {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object)
      return validate(one) ? [] : [`${where}: ${ajv.errorsText(validate.errors)}`]
    })
    expect(wrong).toEqual([])
    expect([webhooks.length, shown.length > 100]).toEqual([EVENT_NAMES.length, true])
  })

  test('shows the body of an operation that takes no JSON', () => {
    const others = operations().filter(({ operation }) => Object.keys(operation.requestBody?.content ?? {}).join() === 'text/csv')
    expect(others.map(({ path, method }) => `${method} ${path}`)).toEqual(['post /v1/dev/sandbox/replay'])
    expect(others.map(({ operation }) => operation.requestBody!.content['text/csv']!.example)).toEqual([
      'timestamp,symbol,bid,ask,bid_size,ask_size\n' +
        '2026-11-23T14:30:00.000Z,AAPL,199.95,200.05,1200,1500\n' +
        '2026-11-23T14:30:01.500Z,AAPL,199.96,200.05,1100,1500\n',
    ])
  })

  test('has the headers that an operation reads, none of which has to be there', () => {
    const headers = operations().map(({ operation }) => ({
      name: operation.operationId,
      headers: (operation.parameters ?? []).filter((parameter) => parameter.in === 'header'),
    }))
    expect(headers.filter((one) => !one.headers.some(({ name }) => name === 'X-Request-Id'))).toEqual([])
    expect(headers.flatMap((one) => one.headers).filter(({ required }) => required === true)).toEqual([])
    const others = headers
      .flatMap((one) => one.headers.map(({ name }) => `${one.name} ${name}`))
      .filter((one) => !one.endsWith(' X-Request-Id'))
    expect(others.sort()).toEqual([
      'createDeposit Idempotency-Key',
      'createWithdrawal Idempotency-Key',
      'placeOrder X-Sandbox-Scenario',
      'previewOrder X-Sandbox-Scenario',
      'streamEvents Last-Event-ID',
      'streamRequestLog Last-Event-ID',
    ])
  })

  test('has the headers of good answers, those of a kind of operation where it belongs', () => {
    const named = operations().flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, response]) =>
          Object.keys(responseOf(document, response).headers ?? {}).map((name) => ({ name, where: `${operation.operationId} ${status}` })),
        ),
    )
    const whereIs = (header: string): readonly string[] => named.filter(({ name }) => name === header).map(({ where }) => where)
    const good = operations().flatMap(({ operation }) =>
      Object.keys(operation.responses)
        .filter((status) => status.startsWith('2'))
        .map((status) => `${operation.operationId} ${status}`),
    )
    expect(whereIs('X-Request-Id')).toEqual(good)
    const open = ['getLogoImage 200', 'getHealth 200', 'getLiveness 200', 'getReadiness 200']
    expect(good.filter((one) => !whereIs('RateLimit').includes(one))).toEqual(open)
    expect(whereIs('Idempotent-Replayed')).toEqual(['placeOrder 200', 'createDeposit 200', 'createWithdrawal 200'])
    expect(whereIs('X-Total-Count')).toEqual(['listSectorSymbols 200'])
    expect(whereIs('Content-Disposition')).toEqual([
      'getDocumentContent 200',
      'exportExecutions 200',
      'exportExecutionsOfPartners 200',
      'exportActivities 200',
      'exportActivitiesOfPartners 200',
    ])
    expect(whereIs('Link')).toMatchInlineSnapshot(`
      [
        "listAccounts 200",
        "listAccountStatuses 200",
        "listPositions 200",
        "listActivities 200",
        "listOrders 200",
        "listExecutions 200",
        "listAchRelationships 200",
        "listFundingActivity 200",
        "listDocuments 200",
        "getTradingCalendar 200",
        "searchSecurities 200",
        "listKeys 200",
        "listAccountTokens 200",
        "listWebhookDeliveries 200",
        "listCorporateActions 200",
        "getOrderFixLogs 200",
        "listFixSessions 200",
        "listFixMessages 200",
        "listCorporateActionsByOperator 200",
        "listPartners 200",
        "listAudit 200",
        "listKeysByOperator 200",
      ]
    `)
  })

  test('says which operations need no body', () => {
    const optional = operations().filter(({ operation }) => operation.requestBody?.required === false)
    expect(optional.map(({ path, method }) => `${method} ${path}`)).toEqual([
      'patch /v1/accounts/{accountId}',
      'patch /v1/accounts/{accountId}/orders/{orderId}',
      'post /v1/documents/list',
      'post /v1/marketdata/reference/equity-security-master',
      'patch /v1/webhooks/{webhookId}',
      'post /v1/dev/sandbox/reset',
      'post /api/external/get-orders',
      'patch /v1/admin/fix/sessions/{id}',
      'post /v1/admin/fix/sessions/{id}/reset',
      'post /v1/admin/orders/{orderId}/cancel',
      'post /v1/admin/end-of-day',
      'post /v1/admin/symbols/{symbol}/halt',
      'post /v1/admin/symbols/{symbol}/resume',
      'patch /v1/admin/symbols/{symbol}',
    ])
  })

  test('says that symbols have to be named where none would be refused', () => {
    const operation = (name: string) => operations().find((one) => one.operation.operationId === name)!.operation
    const body = operation('getSecurities').requestBody!.content['application/json']!.schema
    expect(body['required']).toEqual(['symbols'])
    expect(operation('lookUpOptions').parameters).toContainEqual(expect.objectContaining({ name: 'underlying', required: true }))
  })

  test('says of every event stream what it is told before it is cut: that it was too slow, or that its sandbox was reset', () => {
    const streams = operations().filter(({ operation }) => {
      const { 200: good } = operation.responses
      return good !== undefined && 'text/event-stream' in (responseOf(document, good).content ?? {})
    })
    expect(streams.map(({ operation }) => operation.operationId)).toEqual(['streamMarketData', 'streamEvents', 'streamRequestLog'])
    for (const { operation } of streams) {
      expect(operation.description).toContain('`event: overflow`')
      expect(operation.description).toContain('`event: reset`')
    }
  })

  test('says who may use an operation', () => {
    const asked = [...operations().map(({ operation }) => operation), ...Object.values(document.webhooks!).map(({ post }) => post)]
    expect(asked.filter(({ security }) => security === undefined)).toEqual([])
    const open = operations().filter(({ operation }) => operation.security!.length === 0)
    expect(open.map(({ path }) => path).sort()).toEqual(['/logos/{file}', '/v1/health', '/v1/health/live', '/v1/health/ready'])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey', 'apiSecret', 'basic'])
  })

  test('can be imported as a collection: what is sent without a change of it has its credential, and headers and bodies that agree', () => {
    // importers take the first way, and of a way of two headers the first alone
    const ways = operations().map(({ operation }) => JSON.stringify(operation.security))
    expect([...new Set(ways)].sort()).toEqual(['[]', '[{"basic":[]},{"apiKey":[],"apiSecret":[]}]'])
    const keys = operations().flatMap(({ operation }) =>
      (operation.parameters ?? [])
        .filter(({ name }) => name === 'Idempotency-Key')
        .map((header) => {
          const { example, examples } = operation.requestBody!.content['application/json']!
          const body = (example ?? Object.values(examples!)[0]!.value) as { readonly idempotency_key: string }
          return { operation: operation.operationId, header: header.example, body: body.idempotency_key }
        }),
    )
    expect(keys).toEqual([
      { operation: 'createDeposit', header: 'dep-1', body: 'dep-1' },
      { operation: 'createWithdrawal', header: 'wd-1', body: 'wd-1' },
    ])
  })

  test('has no rule that a checker of floating numbers finds broken', () => {
    // 0.29 / 0.01 is 28.999999999999996
    expect(JSON.stringify(document)).not.toContain('multipleOf')
  })

  test('names the error codes of every operation', () => {
    const silent = operations().filter(({ operation }) => !/[A-Z]+_[A-Z]+/.test(operation.description ?? ''))
    // these ask for nothing
    expect(silent.map(({ operation }) => operation.operationId).sort()).toEqual([
      'getHealth',
      'getJournal',
      'getLatency',
      'getLiveness',
      'getMarketClock',
      'getReadiness',
      'listDocumentTypes',
      'listFixSessions',
      'listIndustries',
      'listQuarantine',
      'listSectors',
      'listWebhooks',
    ])
  })

  test('names VALIDATION_ERROR wherever a body, or a number or a word of the query, can be wrong', () => {
    const fallible = operations().filter(
      ({ operation }) =>
        operation.requestBody?.content['application/json'] !== undefined ||
        operation.parameters?.some(
          (parameter) => parameter.in === 'query' && (parameter.schema['type'] !== 'string' || parameter.schema['enum']),
        ),
    )
    const silent = fallible.filter(({ operation }) => !operation.description?.includes('VALIDATION_ERROR'))
    expect(silent.map(({ operation }) => operation.operationId)).toEqual([])
  })

  test('names of a preview what placing the order can be refused with', () => {
    const codes = (name: string) => {
      const { description } = operations().find(({ operation }) => operation.operationId === name)!.operation
      return description!.match(/\b[A-Z]+_[A-Z_]+\b/g)
    }
    expect(codes('previewOrder')).toEqual(codes('placeOrder'))
  })

  test('names what every operation on an account can be refused with because of its path, and every list because of its cursor', () => {
    const written = operations().filter(({ method, path }) => path.includes('{accountId}') && method !== 'get')
    const missing = (code: string, among: ReturnType<typeof operations>) =>
      among.filter(({ operation }) => !operation.description!.includes(code)).map(({ operation }) => operation.operationId)
    const named = (parameter: string) => operations().filter(({ path }) => path.startsWith('/v1/accounts') && path.includes(parameter))
    const lists = named('').filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'cursor'))
    expect(missing('ACCOUNT_NOT_FOUND', named('{accountId}'))).toEqual([])
    expect(missing('ORDER_NOT_FOUND', named('{orderId}'))).toEqual([])
    expect(missing('ACH_RELATIONSHIP_NOT_FOUND', named('{achId}'))).toEqual([])
    expect(missing('FUNDING_ACTIVITY_NOT_FOUND', named('{activityId}'))).toEqual([])
    expect(missing('INVALID_CURSOR', lists)).toEqual([])
    // a token of a closed account is revoked already, and may be revoked again
    expect(missing('ACCOUNT_CLOSED', written)).toEqual(['revokeAccountToken'])
  })

  test('has the operations of this release and no other', () => {
    expect(
      operations()
        .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
        .sort(),
    ).toMatchInlineSnapshot(`
      [
        "DELETE /v1/accounts/{accountId}",
        "DELETE /v1/accounts/{accountId}/ach-relationships/{achId}",
        "DELETE /v1/accounts/{accountId}/keys/{tokenId}",
        "DELETE /v1/accounts/{accountId}/orders",
        "DELETE /v1/accounts/{accountId}/orders/{orderId}",
        "DELETE /v1/accounts/{accountId}/positions",
        "DELETE /v1/accounts/{accountId}/positions/{symbol}",
        "DELETE /v1/admin/keys/{keyId}",
        "DELETE /v1/admin/quarantine/{id}",
        "DELETE /v1/dev/sandbox/replay",
        "DELETE /v1/keys/{keyId}",
        "DELETE /v1/webhooks/{webhookId}",
        "GET /api/Blotter/OrderFixLogs",
        "GET /logos/{file}",
        "GET /v1/accounts",
        "GET /v1/accounts/{accountId}",
        "GET /v1/accounts/{accountId}/ach-relationships",
        "GET /v1/accounts/{accountId}/ach-relationships/{achId}",
        "GET /v1/accounts/{accountId}/activities",
        "GET /v1/accounts/{accountId}/balances",
        "GET /v1/accounts/{accountId}/funding/activity",
        "GET /v1/accounts/{accountId}/funding/activity/{activityId}",
        "GET /v1/accounts/{accountId}/keys",
        "GET /v1/accounts/{accountId}/orders",
        "GET /v1/accounts/{accountId}/orders/{orderId}",
        "GET /v1/accounts/{accountId}/orders/{orderId}/execution-quality",
        "GET /v1/accounts/{accountId}/orders/{orderId}/executions",
        "GET /v1/accounts/{accountId}/portfolio/history",
        "GET /v1/accounts/{accountId}/positions",
        "GET /v1/accounts/{accountId}/positions/{symbol}",
        "GET /v1/accounts/{accountId}/status-history",
        "GET /v1/admin/audit",
        "GET /v1/admin/corporate-actions",
        "GET /v1/admin/exports/activities",
        "GET /v1/admin/exports/executions",
        "GET /v1/admin/fix/sessions",
        "GET /v1/admin/fix/sessions/{id}/messages",
        "GET /v1/admin/journal",
        "GET /v1/admin/keys",
        "GET /v1/admin/partners",
        "GET /v1/admin/quarantine",
        "GET /v1/dev/sandbox/clock",
        "GET /v1/dev/sandbox/corporate-actions",
        "GET /v1/dev/sandbox/replay",
        "GET /v1/documents/types",
        "GET /v1/documents/w9/{requestId}",
        "GET /v1/documents/{documentId}",
        "GET /v1/documents/{documentId}/content",
        "GET /v1/exports/activities",
        "GET /v1/exports/executions",
        "GET /v1/health",
        "GET /v1/health/latency",
        "GET /v1/health/live",
        "GET /v1/health/ready",
        "GET /v1/keys",
        "GET /v1/logs/stream",
        "GET /v1/marketdata/balance-sheet/{symbol}",
        "GET /v1/marketdata/calendar",
        "GET /v1/marketdata/cash-dividends/{symbol}",
        "GET /v1/marketdata/clock",
        "GET /v1/marketdata/company-profile/{symbol}",
        "GET /v1/marketdata/historical/{symbol}",
        "GET /v1/marketdata/logos/{symbol}",
        "GET /v1/marketdata/news/{symbol}",
        "GET /v1/marketdata/options/chain/{symbol}",
        "GET /v1/marketdata/options/expirations/{symbol}",
        "GET /v1/marketdata/options/lookup",
        "GET /v1/marketdata/options/strikes/{symbol}",
        "GET /v1/marketdata/real-time/{symbol}",
        "GET /v1/marketdata/reference/industries",
        "GET /v1/marketdata/reference/sectors",
        "GET /v1/marketdata/stream",
        "GET /v1/users/{userId}",
        "GET /v1/webhooks",
        "GET /v1/webhooks/stream",
        "GET /v1/webhooks/{webhookId}",
        "GET /v1/webhooks/{webhookId}/deliveries",
        "PATCH /v1/accounts/{accountId}",
        "PATCH /v1/accounts/{accountId}/orders/{orderId}",
        "PATCH /v1/admin/fix/sessions/{id}",
        "PATCH /v1/admin/symbols/{symbol}",
        "PATCH /v1/webhooks/{webhookId}",
        "POST /api/Blotter/GetBlotterOrderInfo",
        "POST /api/external/get-orders",
        "POST /v1/accounts",
        "POST /v1/accounts/{accountId}/ach-relationships",
        "POST /v1/accounts/{accountId}/actions/close",
        "POST /v1/accounts/{accountId}/documents/upload",
        "POST /v1/accounts/{accountId}/funding/activity/{activityId}/cancel",
        "POST /v1/accounts/{accountId}/funding/deposits",
        "POST /v1/accounts/{accountId}/funding/withdrawals",
        "POST /v1/accounts/{accountId}/keys",
        "POST /v1/accounts/{accountId}/orders",
        "POST /v1/accounts/{accountId}/orders/preview",
        "POST /v1/admin/accounts/{accountId}/kyc",
        "POST /v1/admin/corporate-actions",
        "POST /v1/admin/end-of-day",
        "POST /v1/admin/executions/{executionId}/bust",
        "POST /v1/admin/executions/{executionId}/correct",
        "POST /v1/admin/fix/sessions",
        "POST /v1/admin/fix/sessions/{id}/disconnect",
        "POST /v1/admin/fix/sessions/{id}/replay",
        "POST /v1/admin/fix/sessions/{id}/reset",
        "POST /v1/admin/funding/{activityId}/return",
        "POST /v1/admin/kill-switch",
        "POST /v1/admin/orders/{orderId}/cancel",
        "POST /v1/admin/partners",
        "POST /v1/admin/partners/{id}/keys",
        "POST /v1/admin/quotes",
        "POST /v1/admin/symbols",
        "POST /v1/admin/symbols/{symbol}/halt",
        "POST /v1/admin/symbols/{symbol}/resume",
        "POST /v1/dev/sandbox/accounts/{accountId}/kyc",
        "POST /v1/dev/sandbox/ach-relationships/{achId}",
        "POST /v1/dev/sandbox/clock",
        "POST /v1/dev/sandbox/corporate-actions",
        "POST /v1/dev/sandbox/fill-models",
        "POST /v1/dev/sandbox/funding/{activityId}",
        "POST /v1/dev/sandbox/halts",
        "POST /v1/dev/sandbox/orders/{orderId}/fill",
        "POST /v1/dev/sandbox/quotes",
        "POST /v1/dev/sandbox/replay",
        "POST /v1/dev/sandbox/reset",
        "POST /v1/dev/sandbox/volatility",
        "POST /v1/documents/email",
        "POST /v1/documents/list",
        "POST /v1/documents/w9",
        "POST /v1/keys",
        "POST /v1/marketdata/reference/equity-security-master",
        "POST /v1/marketdata/reference/sector-symbols",
        "POST /v1/marketdata/reference/symbol-details",
        "POST /v1/users/{userId}/accounts",
        "POST /v1/webhooks",
        "POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
        "POST /v1/webhooks/{webhookId}/rotate-secret",
        "POST /v1/webhooks/{webhookId}/test",
      ]
    `)
  })
})

test('the document that the pages read is the same, also behind what is refused there', async () => {
  const { body } = await server.anonymous.get('/v1/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect((await server.anonymous.get('/docs/static/nothing.js')).body.error.code).toBe('NOT_FOUND')
  expect((await server.anonymous.get('/docs/json')).body).toEqual(body)
  expect((await server.anonymous.get('/docs/json')).body).toEqual(body)
})

test('the document can be read in a browser, with the headers that pages need and no other answer has', async () => {
  const page = await server.anonymous.get('/docs/')
  expect([page.status, page.headers['content-type'], page.headers['x-frame-options']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'SAMEORIGIN',
  ])
  expect(page.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect(page.body).toContain('<title>Fillgate API</title>')
  // scopes, the values of open enumerations and the limits of parameters are read there too
  const script = String((await server.anonymous.get('/docs/static/swagger-initializer.js')).body)
  expect(script).toContain('"showExtensions":true,"showCommonExtensions":true')
  expect((await server.client.get('/v1/keys')).headers['x-frame-options']).toBeUndefined()
})
