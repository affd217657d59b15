import type { StatementInput } from './account-statement.ts'
import { printConfirmation } from './print/print-confirmation.ts'
import { printStatement } from './print/print-statement.ts'
import { printTaxStatement } from './print/print-tax-statement.ts'
import { printW9, type W9Input } from './print/print-w9.ts'
import { hasTaxable, type TaxLedger, type TaxStatementInput } from './tax-statement.ts'
import type { ConfirmationInput } from './trade-confirmation.ts'

/** Makes PDFs. */
export interface Printer {
  statement(input: StatementInput): Promise<Uint8Array>
  confirmation(input: ConfirmationInput): Promise<Uint8Array>
  /** Whether a tax statement would have anything to say. */
  hasTaxable(ledger: TaxLedger): Promise<boolean>
  taxStatement(input: TaxStatementInput): Promise<Uint8Array>
  w9(input: W9Input): Promise<Uint8Array>
}

/** Loads the PDF library too: that takes a tenth of a second of a processor, for which the first document would keep every order waiting. */
export async function openPrinter(): Promise<Printer> {
  await import('pdfkit')
  return printer
}

export const printer: Printer = {
  statement: printStatement,
  confirmation: printConfirmation,
  hasTaxable,
  taxStatement: printTaxStatement,
  w9: printW9,
}
