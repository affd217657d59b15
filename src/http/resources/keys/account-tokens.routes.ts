import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { AccountStatus } from '../../../domain/accounts/account.ts'
import { ACCOUNT_TOKEN_SCOPES, canonicalScopes, DEFAULT_ACCOUNT_TOKEN_SCOPES } from '../../../domain/partners/scopes.ts'
import { DAY_MS, MINUTE_MS } from '../../../domain/time/durations.ts'
import type { AccountView, EngineView } from '../../../domain/view.ts'
import { partnerOf } from '../../access/authentication.ts'
import { issueKey } from '../../credentials/issue.ts'
import { behindRows } from '../../answers/behind-disk.ts'
import { ApiError } from '../../answers/errors.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import { accountOf } from '../../requests/found-account.ts'
import { parseInstant } from '../../requests/instants.ts'
import { given } from '../../requests/judged-request.ts'
import { readOffsetPage } from '../../requests/offset-paging.ts'
import { PAGE_SIZES } from '../../requests/paging.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { issuedTokenSchema, newTokenBody, tokenListQuery, tokenPage, tokenView } from './account-token.schema.ts'
import type { KeysParts } from './keys.routes.ts'
import { scopeFaults } from './scope-faults.ts'

export interface AccountTokensParts extends KeysParts {
  readonly view: EngineView
}

const LONGEST_LIFE_MS = 365 * DAY_MS

/** Tokens that are bound to one account: docs/api-contract.md section 3. They live by the clock of the account's market. */
export const accountTokensRoutes: FastifyPluginCallbackTypebox<AccountTokensParts> = (app, parts, done) => {
  const { credentials, view, pepper } = parts
  const tags = ['Keys']
  const config = { scope: 'admin:keys' } as const
  const path = '/v1/accounts/:accountId/keys'
  const params = pathParameters('accountId')
  app.addHook('onSend', behindRows(credentials))

  app.post(
    path,
    {
      config: {
        ...config,
        faults: (request) => {
          const body = given<typeof newTokenBody>(request)
          return [...scopeFaults(body, ACCOUNT_TOKEN_SCOPES), ...expiryFaults(body, nowOf(accountOf(request)))]
        },
      },
      schema: {
        tags,
        operationId: 'createAccountToken',
        summary: 'Issue an account token',
        description:
          'The secret is shown this once. Codes: VALIDATION_ERROR, INVALID_SCOPE, ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE (details.status), ACCOUNT_CLOSED.',
        params,
        body: newTokenBody,
        response: { 201: issuedTokenSchema },
      },
    },
    async (request, reply) => {
      const account = accountOf(request)
      const { label, scopes = DEFAULT_ACCOUNT_TOKEN_SCOPES, expires_at } = request.body
      const { partner } = partnerOf(request)
      const now = nowOf(account)
      checkActive(account)
      const { credential, apiSecret } = issueKey({
        partner: partner.index,
        account: account.index,
        environment: partner.environment,
        label,
        scopes: canonicalScopes(scopes),
        expiresAt: typeof expires_at === 'string' ? parseInstant(expires_at)! : null,
        pepper,
        now,
      })
      await credentials.add(credential)
      return reply.code(201).send({ ...tokenView(credential, account, now), api_key: credential.keyId, api_secret: apiSecret })
    },
  )

  app.get(
    path,
    {
      config,
      schema: {
        tags,
        operationId: 'listAccountTokens',
        summary: 'List the tokens of an account, revoked and expired ones too, newest first',
        description: 'By limit and offset, or by cursor. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.',
        params,
        querystring: tokenListQuery,
        response: { 200: tokenPage },
      },
    },
    (request, reply) => {
      const account = accountOf(request)
      const tokens = credentials.list({ kind: 'account', account: account.index, revoked: true })
      const now = nowOf(account)
      return readOffsetPage(
        { request, reply, query: request.query, defaultLimit: PAGE_SIZES.keys.default, filters: [account.index] },
        tokens,
        (token) => tokenView(token, account, now),
      )
    },
  )

  app.delete(
    `${path}/:tokenId`,
    {
      // a token of a closed account is revoked already: revoking it again changes nothing
      config: { ...config, judgesClosedAccounts: true },
      schema: {
        tags,
        operationId: 'revokeAccountToken',
        summary: 'Revoke an account token, at once',
        description: 'Whoever still uses it gets 401 KEY_REVOKED. Codes: ACCOUNT_NOT_FOUND, TOKEN_NOT_FOUND.',
        params: pathParameters('accountId', 'tokenId'),
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const account = accountOf(request)
      const token = credentials.byIdentifier(request.params.tokenId.toLowerCase())
      if (token?.kind !== 'account' || token.account !== account.index) throw new ApiError('TOKEN_NOT_FOUND', 'There is no such token.')
      await credentials.revoke(token.id, account.closedAt === 0 ? nowOf(account) : account.closedAt)
      return reply.code(204).send(undefined)
    },
  )

  function nowOf(account: AccountView): number {
    return view.marketTime(account.market, parts.now())
  }

  done()
}

function expiryFaults({ expires_at }: { readonly expires_at?: string | null }, now: number): FieldFault[] {
  if (typeof expires_at !== 'string') return []
  const expiresAt = parseInstant(expires_at)!
  if (expiresAt >= now + MINUTE_MS && expiresAt <= now + LONGEST_LIFE_MS) return []
  return [invalid('expires_at', 'expires_at must be 1 minute to 365 days ahead.')]
}

function checkActive({ status }: AccountView): void {
  if (status === AccountStatus.Active) return
  throw new ApiError('ACCOUNT_NOT_ACTIVE', `The account is ${status}; it has to be ACTIVE.`, { details: { status } })
}
