import type { onRequestHookHandler } from 'fastify'
import { partnerOf } from './authentication.ts'
import { ApiError } from '../answers/errors.ts'

/** Refuses live partners: docs/api-contract.md section 2, SANDBOX_ONLY. */
export const sandboxOnly: onRequestHookHandler = (request, _reply, done) => {
  if (partnerOf(request).partner.environment === 'sandbox') done()
  else done(new ApiError('SANDBOX_ONLY', 'This operation is there in the sandbox alone.'))
}
