import {
  fastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  type onRequestHookHandler,
  type preValidationHookHandler,
} from 'fastify'
import type { EngineView } from '../domain/view.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { SAFE_HEADERS } from './answers/answer-headers.ts'
import { authenticate, partnerOf, type RefuseKey } from './access/authentication.ts'
import { API_VERSION, type Availability, unavailable } from './availability.ts'
import { clientErrorAnswers } from './answers/client-errors.ts'
import type { CredentialVerifier } from './credentials/verifier.ts'
import { errorAnswers, type ReportFailure } from './answers/error-answers.ts'
import { ApiError } from './answers/errors.ts'
import { OpenStreams } from './event-stream/open-streams.ts'
import type { FrontDoor } from './access/front-door.ts'
import { whenDurable } from './gateway.ts'
import { accountOf, findAccount, refuseClosedAccount } from './requests/found-account.ts'
import { registerOpenApi, serveOpenApi } from './openapi.ts'
import { FailureLimiter, OrderLimiter, type RateLimits } from './access/rate-limit.ts'
import { forgetTypeOfEmptyBody, parseBodies } from './requests/request-body.ts'
import { requestIdFor } from './requests/request-id.ts'
import { RequestLog } from './requests/request-log.ts'
import { registerResources, type ResourceParts } from './resources.ts'
import { LOG_STREAM } from './resources/logs/logs.routes.ts'
import { answerOtherMethods, ruleRoutes } from './route-rules.ts'
import { buildSerializer } from './answers/serialization.ts'
import { validatorCompiler } from './requests/validation.ts'

/** A longer one than a request's head can hold: what a path names is then not found, whatever its length. */
const LONGEST_PATH_PARAMETER = 65_536

export interface ServerParts extends Omit<ResourceParts, 'streams' | 'requestLog'> {
  /** version of the product, for health and the OpenAPI document */
  readonly version: string
  /** real clock, epoch ms: rate limits and request ids */
  readonly now: () => number
  readonly view: EngineView
  readonly verifier: CredentialVerifier
  readonly limits: RateLimits
  readonly bodyLimitBytes: number
  /** the port that listens already, with its time limits; without it `listen` is to be called */
  readonly frontDoor?: FrontDoor
  /** work is taken when it is ready; else it is refused with 503 and Retry-After */
  readonly availability: () => Availability
  readonly metrics: HttpMetrics
  /** told of every error that is our own fault, for the log; its answer is INTERNAL_ERROR */
  readonly reportFailure: ReportFailure
}

/** What the edge counts. */
export type HttpMetrics = Pick<Metrics, 'routes' | 'countHttpError' | 'countAck' | 'latencyReport' | 'slowReadersCut'>

/**
 * The REST edge, ready to listen or to be injected. The checks of a request run in the order of docs/api-contract.md section 2; resources
 * are listed in `resources.ts`.
 */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const answerError = errorAnswers(parts)
  const { frontDoor } = parts
  const app = fastify({
    logger: false,
    ...(frontDoor && { serverFactory: ((handler) => frontDoor.lead(handler)) satisfies FastifyServerFactory }),
    schemaController: { compilersFactory: { buildSerializer } },
    bodyLimit: parts.bodyLimitBytes,
    routerOptions: { maxParamLength: LONGEST_PATH_PARAMETER },
    genReqId: (request) => requestIdFor(request.headers['x-request-id'], parts.now()),
    requestIdHeader: false,
    // what comes while the server closes is refused as everything else is while it drains, in our words
    return503OnClosing: false,
    clientErrorHandler: clientErrorAnswers(parts.metrics),
    // a URL that can't be decoded reaches no hook
    frameworkErrors: (error, request, reply) => {
      identify(request, reply)
      answerError(error, request, reply)
    },
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('account', null)
  app.decorateRequest('order', null)
  app.decorateRequest('errorCode', null)
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(answerError)
  const notFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such path.')
  // for a file of the documentation that is not there
  app.setNotFoundHandler((request, reply) => answerError(notFound(), request, reply))
  let unroutedMethod: ReturnType<typeof answerOtherMethods> = () => undefined
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply)
    forgetTypeOfEmptyBody(request)
    // before anything of the body is looked at
    done(request.is404 ? (unroutedMethod(request.method, request.url.split('?', 1)[0]!) ?? notFound()) : undefined)
  })
  parseBodies(app)
  await registerOpenApi(app, parts.version)
  const requestLog = new RequestLog({ now: parts.now, view: parts.view })
  const methods = ruleRoutes(app, routeRules(parts, requestLog))
  serveOpenApi(app)
  const streams = openStreams(parts)
  app.addHook('preClose', (done) => {
    streams.endAll()
    done()
  })
  await registerResources(app, { ...parts, streams, requestLog })
  unroutedMethod = answerOtherMethods(app, methods)
  await app.ready()
  return app
}

function openStreams({ verifier, limits, now, metrics }: ServerParts): OpenStreams {
  return new OpenStreams({
    perPartner: limits.streamsPerPartner,
    isKeyInUse: (credentialId) => verifier.refusalSince(credentialId) === undefined,
    now,
    onSlowReader: () => metrics.slowReadersCut.rest++,
  })
}

function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-api-version', API_VERSION)
  reply.header('x-content-type-options', SAFE_HEADERS['x-content-type-options'])
  reply.header('cache-control', SAFE_HEADERS['cache-control'])
}

function routeRules(parts: ServerParts, requestLog: RequestLog): Parameters<typeof ruleRoutes>[1] {
  const { verifier, now, limits } = parts
  const failureLimiter = new FailureLimiter(limits.failuresPerAddress)
  const orderLimiter = new OrderLimiter(limits.ordersPerAccount)
  const refuseWhileUnavailable: onRequestHookHandler = (_request, _reply, done) => {
    const availability = parts.availability()
    if (availability === 'ready') done()
    else done(unavailable(availability))
  }
  const countOrderChange: preValidationHookHandler = (request, _reply, done) => {
    orderLimiter.count(accountOf(request).index, partnerOf(request).partner.environment, now())
    done()
  }
  // the revocation, or the close of a token's account, may be under way: nobody learns of what a crash could still take back
  const refuseKey: RefuseKey = (refusal, done) => {
    void Promise.all([parts.credentials.pending, whenDurable(parts.sequencer, refusal)]).then(([, durable]) => done(durable), done)
  }
  const refuseRevokedMeanwhile: preValidationHookHandler = (request, _reply, done) => {
    const refusal = verifier.refusalSince(request.caller!.credentialId)
    if (refusal === undefined) done()
    else refuseKey(refusal, done)
  }
  return {
    authenticate: (access, rule) => authenticate({ verifier, now, failureLimiter, refuseKey }, access, rule),
    refuseWhileUnavailable,
    refuseRevokedMeanwhile,
    findAccount: findAccount(parts),
    refuseClosedAccount: refuseClosedAccount(parts.sequencer),
    countOrderChange,
    noteAnswers: ({ name, url, isStream }) => {
      const series = parts.metrics.routes.of(name)
      return (request, reply) => {
        const { statusCode } = reply
        const isEndOfStream = isStream && statusCode === 200
        if (!isEndOfStream) series.record(statusCode, reply.elapsedTime * 1000)
        // a log stream is not in the log
        if (!isEndOfStream || url !== LOG_STREAM) requestLog.note(request, reply, url)
      }
    },
  }
}
