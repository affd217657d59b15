import type { FastifyRequest } from 'fastify'
import { faultError } from './field-faults.ts'

const LONGEST_KEY = 128

/**
 * The idempotency key of a funding request: body member or header Idempotency-Key, which are the same thing (docs/api-contract.md
 * section 7). Throws a 400 when both are given and differ.
 */
export function idempotencyKey(request: FastifyRequest, member: string | undefined): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return member ?? null
  if (typeof header !== 'string' || header === '' || header.length > LONGEST_KEY) {
    throw invalid(`The header Idempotency-Key has 1 to ${LONGEST_KEY} characters and is given once.`)
  }
  if (member !== undefined && member !== header) throw invalid('The header Idempotency-Key and idempotency_key differ.')
  return header
}

function invalid(message: string): Error {
  return faultError([{ field: 'idempotency_key', code: 'VALIDATION_ERROR', message }])
}
