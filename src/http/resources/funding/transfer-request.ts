import type { Static } from 'typebox'
import { parseMoney } from '../../../domain/amounts/amounts.ts'
import type { Withdraw } from '../../../domain/commands/transfer-command.ts'
import { type IraDistribution, netCentsOf } from '../../../domain/accounts/transfer.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import type { Given } from '../../requests/judged-request.ts'
import { distributionMembers, type newWithdrawalBody } from './funding.schema.ts'

type WithdrawalBody = Given<Static<typeof newWithdrawalBody>>
/** What a withdrawal asks for, whoever's it is. */
type Asked = Omit<Withdraw, 'type' | 'account' | 'ach' | 'idempotencyKey'>

/** Dollars and cents as the schema lets them through; what can't be counted is more than any transfer may have, for who compares it to refuse. */
export function centsOf(text = '0.00'): number {
  const cents = parseMoney(text)
  return typeof cents === 'number' ? cents : Infinity
}

/** What is wrong whatever the account holds. `isIra`: the account is an individual retirement arrangement. */
export function withdrawalFaults(
  body: WithdrawalBody,
  { isIra, refused }: { readonly isIra: boolean; readonly refused: ReadonlySet<string> },
): FieldFault[] {
  const netCents = netCentsOf({ ...withdrawalOf(body), ira: isIra ? distributionOf(body) : null })
  // whether there has to be an amount is not known without it
  const ofAmount = refused.has('withdraw_full_balance') ? [] : amountFaults(body, netCents)
  return [...ofAmount, ...(isIra ? distributionFaults(body) : foreignMembers(body))]
}

/** A withdrawal without faults: that from an IRA, and no other, has a `distribution_type`. */
export function withdrawalOf(body: WithdrawalBody): Asked {
  return {
    amountCents: centsOf(body.amount),
    fullBalance: body.withdraw_full_balance === true,
    feeCents: centsOf(body.processing_fee),
    ira: body.distribution_type === undefined ? null : distributionOf(body),
    description: body.description ?? null,
  }
}

/** Either an amount of which fee and withholdings leave something, or all that there is. */
function amountFaults({ amount, withdraw_full_balance: fullBalance = false }: WithdrawalBody, netCents: number): FieldFault[] {
  if (fullBalance) {
    return amount === undefined ? [] : [invalid('amount', 'amount must be left out where withdraw_full_balance is true.')]
  }
  if (amount === undefined) return [invalid('amount', 'amount is required unless withdraw_full_balance is true.')]
  // no number where neither can be counted
  if (netCents > 0 || Number.isNaN(netCents)) return []
  return [{ field: 'amount', code: 'INVALID_AMOUNT', message: 'Fee and withholdings have to leave something of the amount.' }]
}

function distributionFaults(body: WithdrawalBody): FieldFault[] {
  const isStateMissing = centsOf(body.state_withholding_amount) > 0 && body.state === undefined
  return [
    ...(body.distribution_type === undefined ? [NO_DISTRIBUTION] : []),
    ...(isStateMissing ? [invalid('state', 'state is required where something is withheld for it.')] : []),
  ]
}

const NO_DISTRIBUTION: FieldFault = {
  field: 'distribution_type',
  code: 'IRA_DISTRIBUTION_REQUIRED',
  message: 'A withdrawal from an IRA needs a distribution_type.',
}

/** `distribution_type` is there once there are no faults. */
function distributionOf(body: WithdrawalBody): IraDistribution {
  return {
    type: body.distribution_type!,
    federalCents: centsOf(body.federal_withholding_amount),
    state: body.state ?? null,
    stateCents: centsOf(body.state_withholding_amount),
    taxCode: body.tax_code ?? null,
    taxYear: body.tax_year ?? null,
  }
}

function foreignMembers(body: WithdrawalBody): FieldFault[] {
  return Object.keys(distributionMembers)
    .filter((member) => body[member as keyof WithdrawalBody] !== undefined)
    .map((field) => ({ field, code: 'IRA_FIELDS_NOT_ALLOWED', message: `${field} is for withdrawals from an IRA.` }))
}
