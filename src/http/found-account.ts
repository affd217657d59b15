import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { AccountView, EngineView } from '../domain/view.ts'
import { partnerOf } from './authentication.ts'
import { ApiError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the account that the path names; null on routes that name none */
    account: AccountView | null
  }
}

/** Finds the account of the path. Another partner's is as good as none: docs/api-contract.md section 1, tenant isolation. */
export function findAccount(view: Pick<EngineView, 'accountById'>): preValidationHookHandler {
  return (request, _reply, done) => {
    const { accountId } = request.params as { accountId: string }
    const account = view.accountById(accountId.toLowerCase())
    if (account?.partner !== partnerOf(request).partner.index) return done(accountNotFound())
    request.account = account
    done()
  }
}

/** The account of the path, in handlers behind the hook. */
export function accountOf(request: FastifyRequest): AccountView {
  if (request.account === null) throw new Error('the route names no account')
  return request.account
}

export function accountNotFound(): ApiError {
  return new ApiError('ACCOUNT_NOT_FOUND', 'There is no such account.')
}
