import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import type { OpenAccount } from '../../../domain/command.ts'
import type { Outcome } from '../../../sequencer.ts'
import type { AccountListQuery } from '../../../storage/projections/queries/account-queries.ts'
import { partnerOf } from '../../authentication.ts'
import { ApiError, refusalError } from '../../errors.ts'
import { accountOf } from '../../found-account.ts'
import { caughtUp, type Gateway, run, whenDurable } from '../../gateway.ts'
import { formatInstant, parseLowerBound, parseUpperBound } from '../../instants.ts'
import { PAGE_SIZES, readPage } from '../../paging.ts'
import { pathParameters } from '../../schema/values.ts'
import { type AccountProfile, checkNewAccount, digitsOf, toProfile, toTradingConfigurations } from './account-profile.ts'
import { accountView, factsOf, slimAccountView } from './account-view.ts'
import { accountListQuery, accountPage, accountRef, newAccountBody, userSchema } from './account.schema.ts'
import { type KycRules, review } from './kyc-simulator.ts'

export interface AccountsParts extends Gateway {
  readonly kyc: KycRules
  /** 32 bytes: encrypts tax ids */
  readonly taxIdKey: Uint8Array
  /** real clock, epoch ms */
  readonly now: () => number
}

/** Accounts and users: docs/api-contract.md section 4. */
export const accountsRoutes: FastifyPluginCallbackTypebox<AccountsParts> = (app, parts, done) => {
  const { view, sequencer, projection } = parts
  const { accounts } = projection
  const tags = ['Accounts']
  const read = { scope: 'accounts:read' } as const

  app.post(
    '/v1/accounts',
    {
      config: { scope: 'accounts:write' },
      schema: {
        tags,
        operationId: 'createAccount',
        summary: 'Open an account for a new user',
        body: newAccountBody,
        response: { 201: accountRef },
      },
    },
    async (request, reply) => {
      const { partner } = partnerOf(request)
      const profile = profileOf(request.body)
      const outcome = await run(sequencer, toOpenAccount(partner.index, request.body, profile))
      return reply.code(201).send(accountView(factsOf(openedBy(outcome)), profile))
    },
  )

  function profileOf(body: Static<typeof newAccountBody>): AccountProfile {
    checkNewAccount(body, parts.now())
    return toProfile(body, parts.taxIdKey)
  }

  function toOpenAccount(partner: number, body: Static<typeof newAccountBody>, profile: AccountProfile): OpenAccount {
    return {
      type: 'OpenAccount',
      partner,
      userId: '',
      ...review(digitsOf(body.identity.tax_id), parts.kyc),
      tradingConfigurations: toTradingConfigurations(body),
      profile: JSON.stringify(profile),
    }
  }

  async function storedProfile(account: number): Promise<AccountProfile> {
    let text = accounts.profile(account)
    if (text === undefined) {
      await caughtUp(parts)
      text = accounts.profile(account)
    }
    if (text === undefined) throw new Error(`account ${account} is known to the engine and has no profile`)
    return JSON.parse(text) as AccountProfile
  }

  app.get(
    '/v1/accounts',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listAccounts',
        summary: 'List accounts',
        querystring: accountListQuery,
        response: { 200: accountPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.accounts.default, cursor, ...filters } = request.query
      const partner = partnerOf(request).partner.index
      const query = toAccountQuery(partner, request.query)
      await caughtUp(parts)
      const page = await readPage(
        { request, reply, limit, cursor, filters: [partner, filters] },
        (after, count) => accounts.accounts(query, after, count),
        (account) => ({ key: view.accounts[account]!.createdAt, id: account }),
        (account) => account,
      )
      const data = page.data.map(async (account) => slimAccountView(view.accounts[account]!, await storedProfile(account)))
      return whenDurable(sequencer, { ...page, data: await Promise.all(data) })
    },
  )

  app.get(
    '/v1/accounts/:accountId',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getAccount',
        summary: 'Read an account',
        params: pathParameters('accountId'),
        response: { 200: accountRef },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const profile = await storedProfile(account.index)
      return whenDurable(sequencer, accountView(account, profile))
    },
  )

  app.get(
    '/v1/users/:userId',
    {
      config: read,
      schema: { tags, operationId: 'getUser', summary: 'Read a user', params: pathParameters('userId'), response: { 200: userSchema } },
    },
    (request) => {
      const partner = partnerOf(request).partner.index
      const userId = request.params.userId.toLowerCase()
      const own = view.accounts.filter((account) => account.userId === userId && account.partner === partner)
      const [first] = own
      if (first === undefined) throw new ApiError('USER_NOT_FOUND', 'There is no such user.')
      // once any account of the user passes, the user has passed
      const kycStatus = own.some((account) => account.kycStatus === 'APPROVED') ? 'APPROVED' : first.kycStatus
      return whenDurable(sequencer, {
        id: first.userId,
        kyc_status: kycStatus,
        created_at: formatInstant(first.createdAt),
        account_ids: own.map((account) => account.id),
      })
    },
  )

  done()
}

function openedBy(outcome: Outcome) {
  if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
  const [event] = outcome.events
  if (event?.type !== 'AccountOpened') throw new Error(`expected AccountOpened, found ${event?.type ?? 'no event'}`)
  return event
}

function toAccountQuery(partner: number, query: Static<typeof accountListQuery>): AccountListQuery {
  return {
    partner,
    tokens: (query.query ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    status: query.status,
    createdFrom: query.created_after === undefined ? undefined : parseLowerBound(query.created_after),
    createdTo: query.created_before === undefined ? undefined : parseUpperBound(query.created_before),
    descending: query.sort !== 'created_at:asc',
  }
}
