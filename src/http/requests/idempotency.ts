import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { type FieldFault, invalid } from './field-faults.ts'
import { headerLines } from './header-lines.ts'

const LONGEST_KEY = 128

/**
 * The idempotency key of a funding request: body member or header Idempotency-Key, which are the same thing (docs/api-contract.md
 * section 7).
 */
export function idempotencyKey(request: FastifyRequest, member: string | undefined): string | null {
  return headerOf(request) ?? member ?? null
}

/** A header that is none, and that header and member are given and differ. */
export function idempotencyKeyFaults(request: FastifyRequest, member: string | undefined): FieldFault[] {
  if (request.headers['idempotency-key'] === undefined) return []
  const header = headerOf(request)
  if (header === undefined || header === '' || [...header].length > LONGEST_KEY) {
    return [invalid('idempotency_key', `The header Idempotency-Key has 1 to ${LONGEST_KEY} characters in UTF-8 and is given once.`)]
  }
  return member === undefined || member === header
    ? []
    : [invalid('idempotency_key', 'The header Idempotency-Key and idempotency_key differ.')]
}

/** Undefined where it is not given, given twice, or no text. */
function headerOf(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key']
  return typeof given === 'string' && headerLines(request.raw, 'idempotency-key') === 1 ? textOf(given) : undefined
}

/** Node gives each byte of a header as a character; the body's are UTF-8, and the same key is to be the same text. Undefined where they are none. */
function textOf(header: string): string | undefined {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : undefined
}
