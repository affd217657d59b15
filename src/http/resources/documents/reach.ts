import type { FastifyRequest } from 'fastify'
import type { EngineView } from '../../../domain/view.ts'
import { partnerOf } from '../../access/authentication.ts'
import { isThere } from '../../requests/found-account.ts'

/** Whose documents a caller reaches. */
export class Reach {
  private readonly view: Pick<EngineView, 'accounts'>

  constructor(view: Pick<EngineView, 'accounts'>) {
    this.view = view
  }

  /** The partner's and, for an account token, its account's. Both are indices. */
  includes(request: FastifyRequest, { partner, account }: { readonly partner: number; readonly account: number }): boolean {
    const caller = partnerOf(request)
    return caller.partner.index === partner && (caller.account === null || caller.account === account) && isThere(this.view, account)
  }
}
