import type { FastifyRequest, preHandlerHookHandler, preValidationHookHandler } from 'fastify'
import { AccountStatus } from '../../domain/accounts/account.ts'
import type { AccountView, EngineView } from '../../domain/view.ts'
import type { Caller } from '../credentials/caller.ts'
import { ApiError } from '../answers/errors.ts'
import type { Commands } from '../gateway.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the account that the path names; null on routes that name none */
    account: AccountView | null
  }
}

interface FindAccountParts {
  readonly view: Pick<EngineView, 'accountById'>
  readonly sequencer: Pick<Commands, 'whenDurable'>
}

/**
 * Finds the account of the path. Another partner's is as good as none, and for an account token any other: docs/api-contract.md sections 1
 * and 3. Operators reach those of everybody.
 */
export function findAccount({ view, sequencer }: FindAccountParts): preValidationHookHandler {
  return (request, _reply, done) => {
    const account = accountOfPath(view, request)
    if (account === undefined) {
      refuseOnceDurable(sequencer, accountNotFound(), done)
      return
    }
    request.account = account
    done()
  }
}

/** The account that the path names; undefined where it names none that the caller reaches. */
export function accountOfPath(view: Pick<EngineView, 'accountById'>, { params, caller }: FastifyRequest): AccountView | undefined {
  const { accountId } = params as { accountId?: string }
  const account = accountId === undefined ? undefined : view.accountById(accountId.toLowerCase())
  return account !== undefined && reaches(caller, account) ? account : undefined
}

function reaches(caller: Caller | null, account: AccountView): boolean {
  if (caller === null) throw new Error('the route is open')
  if (caller.kind === 'operator') return true
  return caller.partner.index === account.partner && (caller.account === null || caller.account === account.index)
}

/** A reset of a sandbox market leaves the accounts before it behind: only their index still names them. */
export function isThere(view: Pick<EngineView, 'accounts'>, index: number): boolean {
  return view.accounts[index]?.gone === false
}

/** Any write on a closed account: 409. */
export function refuseClosedAccount(sequencer: Pick<Commands, 'whenDurable'>): preHandlerHookHandler {
  return (request, _reply, done) => {
    if (accountOf(request).status === AccountStatus.Closed) refuseOnceDurable(sequencer, accountClosed(), done)
    else done()
  }
}

/** The close, or the reset that has left the account behind, may be under way: nobody learns of what a crash could still take back. */
function refuseOnceDurable(sequencer: Pick<Commands, 'whenDurable'>, refusal: ApiError, done: (error: Error) => void): void {
  sequencer.whenDurable(() => done(refusal), done)
}

/** The account of the path, in handlers behind the hook. */
export function accountOf(request: FastifyRequest): AccountView {
  if (request.account === null) throw new Error('the route names no account')
  return request.account
}

export function accountNotFound(): ApiError {
  return new ApiError('ACCOUNT_NOT_FOUND', 'There is no such account.')
}

export function accountClosed(): ApiError {
  return new ApiError('ACCOUNT_CLOSED', 'The account is closed.')
}
