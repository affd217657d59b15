import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { faultError } from './field-faults.ts'
import { headerLines } from './header-lines.ts'

const LONGEST_KEY = 128

/**
 * The idempotency key of a funding request: body member or header Idempotency-Key, which are the same thing (docs/api-contract.md
 * section 7). Throws a 400 when both are given and differ.
 */
export function idempotencyKey(request: FastifyRequest, member: string | undefined): string | null {
  const given = request.headers['idempotency-key']
  if (given === undefined) return member ?? null
  const header = typeof given === 'string' && headerLines(request.raw, 'idempotency-key') === 1 ? textOf(given) : undefined
  if (header === undefined || header === '' || [...header].length > LONGEST_KEY) {
    throw invalid(`The header Idempotency-Key has 1 to ${LONGEST_KEY} characters in UTF-8 and is given once.`)
  }
  if (member !== undefined && member !== header) throw invalid('The header Idempotency-Key and idempotency_key differ.')
  return header
}

/** Node gives each byte of a header as a character; the body's are UTF-8, and the same key is to be the same text. Undefined where they are none. */
function textOf(header: string): string | undefined {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : undefined
}

function invalid(message: string): Error {
  return faultError([{ field: 'idempotency_key', code: 'VALIDATION_ERROR', message }])
}
