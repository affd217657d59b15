import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { parseMoney } from '../../../domain/amounts/amounts.ts'
import type { Withdraw } from '../../../domain/commands/transfer-command.ts'
import { type IraDistribution, netCentsOf } from '../../../domain/accounts/transfer.ts'
import { ApiError } from '../../answers/errors.ts'
import { idempotencyKey } from '../../requests/idempotency.ts'
import { distributionMembers, type newWithdrawalBody } from './funding.schema.ts'

type WithdrawalBody = Static<typeof newWithdrawalBody>
/** What a withdrawal asks for, whoever's it is. */
type Asked = Omit<Withdraw, 'type' | 'account' | 'ach'>

/** Dollars and cents as the schema lets them through; what can't be counted is more than any transfer may have, for who compares it to refuse. */
export function centsOf(text = '0.00'): number {
  const cents = parseMoney(text)
  return typeof cents === 'number' ? cents : Infinity
}

/** Throws a 400 for everything that is wrong whatever the account holds. `isIra`: the account is an individual retirement arrangement. */
export function withdrawalOf(request: FastifyRequest, body: WithdrawalBody, isIra: boolean): Asked {
  const fullBalance = body.withdraw_full_balance === true
  if (fullBalance && body.amount !== undefined) throw invalid('amount must be left out where withdraw_full_balance is true.', 'amount')
  if (!fullBalance && body.amount === undefined) throw invalid('amount is required unless withdraw_full_balance is true.', 'amount')
  const asked: Asked = {
    amountCents: centsOf(body.amount),
    fullBalance,
    feeCents: centsOf(body.processing_fee),
    ira: isIra ? distributionOf(body) : withoutDistribution(body),
    description: body.description ?? null,
    idempotencyKey: idempotencyKey(request, body.idempotency_key),
  }
  if (!fullBalance && netCentsOf(asked) <= 0)
    throw new ApiError('INVALID_AMOUNT', 'Fee and withholdings have to leave something of the amount.', { field: 'amount' })
  return asked
}

function distributionOf(body: WithdrawalBody): IraDistribution {
  const type = body.distribution_type
  if (type === undefined) {
    throw new ApiError('IRA_DISTRIBUTION_REQUIRED', 'A withdrawal from an IRA needs a distribution_type.', { field: 'distribution_type' })
  }
  const stateCents = centsOf(body.state_withholding_amount)
  if (stateCents > 0 && body.state === undefined) throw invalid('state is required where something is withheld for it.', 'state')
  return {
    type,
    federalCents: centsOf(body.federal_withholding_amount),
    state: body.state ?? null,
    stateCents,
    taxCode: body.tax_code ?? null,
    taxYear: body.tax_year ?? null,
  }
}

function withoutDistribution(body: WithdrawalBody): null {
  const field = Object.keys(distributionMembers).find((member) => body[member as keyof WithdrawalBody] !== undefined)
  if (field === undefined) return null
  throw new ApiError('IRA_FIELDS_NOT_ALLOWED', `${field} is for withdrawals from an IRA.`, { field })
}

function invalid(message: string, field: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { field })
}
