import { ApiError, type ErrorCode } from '../answers/errors.ts'

/** One member of a request that is wrong. */
export interface FieldFault {
  /** dotted path: `contact.phone_number`, `agreements.0.signed_at` */
  readonly field: string
  readonly code: ErrorCode
  readonly message: string
}

/** A member that is missing, or wrong in a way that has no code of its own. */
export const invalid = (field: string, message: string): FieldFault => ({ field, code: 'VALIDATION_ERROR', message })

/**
 * A request that is wrong: one fault names its field; several are listed, all of them, in `details.errors` (docs/api-contract.md section 2).
 */
export class FaultyRequest extends ApiError {
  readonly faults: readonly FieldFault[]

  constructor(faults: readonly FieldFault[]) {
    super(...answerTo(faults))
    this.faults = faults
  }
}

function answerTo(faults: readonly FieldFault[]): ConstructorParameters<typeof ApiError> {
  const [first] = faults
  if (first === undefined) throw new Error('expected at least one fault')
  if (faults.length === 1) return [first.code, first.message, first.field === '' ? {} : { field: first.field }]
  return [
    faults.every(({ code }) => code === first.code) ? first.code : 'VALIDATION_ERROR',
    `${faults.length} fields are wrong: ${faults.map(({ field }) => field).join(', ')}.`,
    { details: { errors: faults } },
  ]
}

/** Throws when there are faults. */
export function refuseFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw new FaultyRequest(faults)
}
