import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface Schema {
  readonly $ref?: string
  readonly [member: string]: unknown
}

interface Reference {
  readonly $ref: string
}

interface Header {
  readonly required?: boolean
  readonly schema: Schema
}

interface Content {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Readonly<Record<string, Content>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly description?: string
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, Header>>
    readonly responses: Readonly<Record<string, Response>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>
}

/** A response of a document, where it stands. */
export function responseOf({ components }: OpenApiDocument, response: Response | Reference): Response {
  return '$ref' in response ? components.responses[response.$ref.split('/').at(-1)!]! : response
}

/** What speaks of the connection, to browsers or to caches. */
const UNDOCUMENTED_HEADERS = new Set([
  ...['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-type', 'content-length'],
  ...['x-content-type-options', 'cache-control', 'content-security-policy', 'x-accel-buffering'],
])

const ERROR = { $ref: '#/components/schemas/Error' }
const PROBLEM = { $ref: '#/components/schemas/Problem' }

/** Of each document that was asked for: to compile its schemas takes longer than a test does. */
const checks = new Map<string, ContractCheck>()

/** The check of a document as it was served. */
export function contractCheck(text: string): ContractCheck {
  const check = checks.get(text) ?? new ContractCheck(JSON.parse(text) as OpenApiDocument)
  checks.set(text, check)
  return check
}

/** Validates answers against an OpenAPI 3.1 document: the schemas that the server itself is made from. */
export class ContractCheck {
  readonly document: OpenApiDocument
  private readonly ajv: Ajv2020
  /** by the schema of the document, which many an answer shares with others */
  private readonly validators = new Map<Schema, ValidateFunction>()
  private readonly paths: readonly { readonly pattern: RegExp; readonly path: string }[]

  constructor(document: OpenApiDocument) {
    this.document = document
    this.ajv = newAjv()
    this.ajv.addSchema({ $id: 'openapi', components: document.components })
    this.paths = Object.keys(document.paths)
      // a static segment wins over a parameter
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`) }))
  }

  /** Throws when the body, or a header, is not what the document says of this path, method, status and Content-Type. */
  check(
    method: string,
    url: string,
    answer: { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: unknown },
  ): void {
    const path = this.pathOf(url)
    const mediaType = String(answer.headers['content-type'] ?? '').split(';')[0]!
    const operation = path === undefined ? undefined : this.document.paths[path]?.[method.toLowerCase()]
    // what no operation is asked for (404, 405) is answered with the error of every operation
    if (operation === undefined) {
      const schema = mediaType === 'application/problem+json' ? PROBLEM : ERROR
      return answer.status >= 400 ? this.validate(schema.$ref, schema, answer.body) : undefined
    }
    const named = operation.responses[String(answer.status)]
    const where = `${method} ${path!} ${answer.status}`
    if (named === undefined) throw new Error(`${where} is not documented`)
    const response = responseOf(this.document, named)
    this.checkHeaders(where, response, answer.headers)
    if (response.content === undefined) {
      if (answer.body !== undefined) throw new Error(`${where} has a body and is documented without`)
      return
    }
    const schema = response.content[mediaType]?.schema
    if (schema === undefined) throw new Error(`${where} is documented as ${Object.keys(response.content).join(', ')}, not ${mediaType}`)
    this.validate(`${where} ${mediaType}`, schema, answer.body)
  }

  pathOf(url: string): string | undefined {
    const [path] = url.split('?')
    return this.paths.find(({ pattern }) => pattern.test(path!))?.path
  }

  private checkHeaders(where: string, { headers = {} }: Response, answered: Readonly<Record<string, unknown>>): void {
    const documented = new Map(Object.entries(headers).map(([name, { $ref }]) => [name.toLowerCase(), $ref]))
    for (const [name, $ref] of documented) {
      const { required, schema } = this.document.components.headers[$ref.split('/').at(-1)!]!
      const value = answered[name]
      if (value !== undefined) this.validate($ref, schema, schema['type'] === 'integer' ? Number(value) : value)
      else if (required === true) throw new Error(`${where} lacks the header ${name}`)
    }
    const others = Object.keys(answered).filter((name) => !documented.has(name) && !UNDOCUMENTED_HEADERS.has(name))
    if (others.length > 0) throw new Error(`${where} has headers that are not documented: ${others.join(', ')}`)
  }

  private validate(name: string, schema: Schema, body: unknown): void {
    const validator = this.validators.get(schema) ?? this.ajv.compile(absolute(schema))
    this.validators.set(schema, validator)
    if (validator(body)) return
    throw new Error(`${name}: ${this.ajv.errorsText(validator.errors)}\n${JSON.stringify(body)}`)
  }
}

/** Strict about what the server's own annotations promise: a value outside an open enumeration is a mistake of ours today. */
export function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true })
  addFormats.default(ajv)
  ajv.addFormat('instant', true)
  ajv.addFormat('date-or-instant', true)
  for (const own of ['aba-routing-number', 'blotter-status', 'cursor', 'dollars']) ajv.addFormat(own, true)
  ajv.addKeyword({
    keyword: 'x-extensible-enum',
    schemaType: 'array',
    validate: (values: unknown[], value: unknown) => value === null || values.includes(value),
  })
  ajv.addVocabulary(['components', 'x-expected', 'x-error-code', 'x-error-code-of-all', 'x-error-code-of-missing', 'x-scope'])
  return ajv
}

/** References of the document, as seen from a schema of its own. */
function absolute<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(absolute) as Part
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, name === '$ref' ? `openapi${String(value)}` : absolute(value)]),
  ) as Part
}
