import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import type { Access } from './access/access.ts'
import { ApiError } from './answers/errors.ts'
import { refuseFaulty } from './requests/judged-request.ts'
import { refuseMalformedBody } from './requests/request-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** who may use the route; a route without it is refused at start */
    scope?: Access
    /**
     * whether account tokens may use it; left out: where the path names an account, where any key will do, and for market data. A route
     * that says yes shows a token its own account alone
     */
    accountTokens?: boolean
    /** a closed account may still use it, or is refused further in: behind repeats of what was done before */
    judgesClosedAccounts?: boolean
    /** its answer goes on for as long as the client listens: it counts neither as a request of the key nor in the durations */
    isStream?: boolean
    /** it tells how the gateway is: it counts as no request of the key */
    isHealth?: boolean
    /** counts against the limit of order changes per account */
    changesOrders?: boolean
    /** made by the server itself: the rules have been applied, or don't apply */
    ruled?: boolean
  }
}

export interface RouteRules {
  readonly authenticate: (
    access: Exclude<Access, 'open'>,
    { forTokens, isCounted }: { readonly forTokens: boolean; readonly isCounted: boolean },
  ) => onRequestHookHandler
  /** before anything else of a route that is not open: 503 while the gateway does not take work */
  readonly refuseWhileUnavailable: onRequestHookHandler
  /** a body may be long in coming, and the key be revoked meanwhile */
  readonly refuseRevokedMeanwhile: preValidationHookHandler
  readonly findAccount: preValidationHookHandler
  /** a write to a closed account is refused, once what is asked is known to be well formed */
  readonly refuseClosedAccount: preHandlerHookHandler
  readonly countOrderChange: preValidationHookHandler
  /** told of every answer of a route; `name` is its methods and path */
  readonly noteAnswers: (route: {
    readonly name: string
    readonly url: string
    readonly isStream: boolean
  }) => (request: FastifyRequest, reply: FastifyReply) => void
}

/**
 * Applies what holds for all routes as each is added, and keeps which methods a path has. The order of the hooks is the order of the checks
 * in docs/api-contract.md section 2: credential, rate and scope; size and type of the body (Fastify); resources; the content of the request;
 * the account's state.
 */
export function ruleRoutes(app: FastifyInstance, rules: RouteRules): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) known.add(method)
    methods.set(route.url, known)
    // the HEAD route of a GET comes with that one's hooks
    if (route.config?.ruled === true) return
    applyRules(route, rules)
    route.config = { ...route.config, ruled: true }
  })
  return methods
}

function applyRules(route: RouteOptions, rules: RouteRules): void {
  const name = `${[route.method].flat().join(',')} ${route.url}`
  const access = route.config?.scope
  if (access === undefined) throw new Error(`the route ${name} has no config.scope`)
  const isStream = route.config?.isStream === true
  const isCounted = !isStream && route.config?.isHealth !== true
  const guards =
    access === 'open'
      ? []
      : [rules.refuseWhileUnavailable, rules.authenticate(access, { forTokens: isForTokens(route, access), isCounted })]
  route.onRequest = [...guards, ...listOf(route.onRequest)] as onRequestHookHandler[]
  route.preValidation = [
    ...(access === 'open' || !isWrite(route) ? [] : [rules.refuseRevokedMeanwhile]),
    ...(route.url.includes(':accountId') ? [rules.findAccount] : []),
    ...(route.config?.changesOrders === true ? [rules.countOrderChange] : []),
    ...listOf(route.preValidation),
    ...(route.schema?.body === undefined ? [] : [refuseMalformedBody]),
  ] as preValidationHookHandler[]
  const faultsOf = route.config?.faults
  const judgesClosed = route.config?.judgesClosedAccounts === true || !isWrite(route) || !route.url.includes(':accountId')
  if (faultsOf !== undefined) route.attachValidation = true
  route.preHandler = [
    ...(faultsOf === undefined ? [] : [refuseFaulty(faultsOf)]),
    ...(judgesClosed ? [] : [rules.refuseClosedAccount]),
    ...listOf(route.preHandler),
  ] as preHandlerHookHandler[]
  const note = rules.noteAnswers({ name, url: route.url, isStream })
  route.onResponse = (request, reply, done) => {
    note(request, reply)
    done()
  }
}

/**
 * Known path, other method: 405 with Allow, before a credential is asked for and a body looked at. Called when all routes are there. Methods that
 * Fastify does not route, such as PROPFIND, have none that could say so: what is given back tells the refusal of theirs, undefined for a path that is unknown.
 */
export function answerOtherMethods(
  app: FastifyInstance,
  methods: ReadonlyMap<string, ReadonlySet<string>>,
): (method: string, path: string) => ApiError | undefined {
  const allowed = [...methods]
    .map(([url, known]) => [url, [...known].sort().join(', ')] as const)
    // a static segment wins over a parameter
    .sort(([one], [other]) => one.split(':').length - other.split(':').length)
  for (const [url, allow] of allowed) {
    const known = methods.get(url)!
    const others = app.supportedMethods.filter((method) => !known.has(method))
    app.route({
      method: others,
      url,
      config: { scope: 'open', ruled: true },
      schema: { hide: true },
      onRequest: (request, _reply, done) => {
        done(methodNotAllowed(request.method, allow))
      },
      handler: neverReached,
    })
  }
  return (method, path) => {
    if (app.supportedMethods.includes(method)) return undefined
    // once: a stranger's path may be of thousands of segments, and there are a hundred routes
    const segments = path.split('/')
    const allow = allowed.find(([url]) => isOfRoute(segments, url.split('/')))?.[1]
    return allow === undefined ? undefined : methodNotAllowed(method, allow)
  }
}

function methodNotAllowed(method: string, allow: string): ApiError {
  return new ApiError('METHOD_NOT_ALLOWED', `${method} is not a method of this path.`, { headers: { allow } })
}

/** `/v1/accounts/x` is of `/v1/accounts/:accountId`. */
function isOfRoute(given: readonly string[], wanted: readonly string[]): boolean {
  return given.length === wanted.length && wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
}

function neverReached(): never {
  throw new Error('the request was refused before')
}

function isForTokens(route: RouteOptions, access: Access): boolean {
  if (access === 'partner' || access === 'operator') return false
  return route.config?.accountTokens ?? (route.url.includes(':accountId') || access === 'any' || access === 'marketdata:read')
}

function isWrite(route: RouteOptions): boolean {
  return [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
}

function listOf<Handler>(handlers: Handler | Handler[] | undefined): Handler[] {
  return handlers === undefined ? [] : ([handlers].flat() as Handler[])
}
