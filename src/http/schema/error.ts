import { Type } from 'typebox'
import { ERROR_STATUS } from '../answers/errors.ts'

const code = Type.Unsafe<string>({ type: 'string', 'x-extensible-enum': Object.keys(ERROR_STATUS) })

const fieldFault = Type.Object({ field: Type.String(), code, message: Type.String() })

/** Members vary with the code; `errors` lists the faults of several fields. */
const details = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  properties: { errors: Type.Array(fieldFault) },
  additionalProperties: true,
})

export const errorSchema = Type.Object(
  {
    error: Type.Object({
      code,
      message: Type.String(),
      field: Type.Optional(Type.String({ description: 'dotted path of the member at fault' })),
      details: Type.Optional(details),
      request_id: Type.String(),
    }),
  },
  { $id: 'Error', title: 'Error' },
)

export const problemSchema = Type.Unsafe<Record<string, unknown>>({
  $id: 'Problem',
  title: 'Problem',
  description: 'The same error as RFC 9457, with Accept: application/problem+json',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties: {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    code,
    field: Type.String(),
    details: Type.Object(
      { status: Type.String() },
      { description: 'the status of what the error is about; other details are members of the problem' },
    ),
  },
  additionalProperties: true,
})
