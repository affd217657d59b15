import type Database from 'better-sqlite3'
import type { BankLinked, BankReviewed, BankUnlinked } from '../../../domain/events/account-event.ts'
import type { TransferEvent } from '../../../domain/events/transfer-event.ts'

/** Writes what events say of ACH relationships and transfers, at once: they are few. Inside a transaction. */
export class FundingRows {
  private readonly statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.statements = prepare(database)
  }

  takeBankEvent(event: BankLinked | BankReviewed | BankUnlinked): void {
    const { statements } = this
    const { account, ach, at } = event
    switch (event.type) {
      case 'BankLinked':
        statements.insertAch.run(account, ach, event.status, at, JSON.stringify(event))
        return
      case 'BankReviewed':
        statements.updateAch.run(event.status, at, 0, account, ach)
        return
      case 'BankUnlinked':
        statements.updateAch.run('CANCELLED', at, at, account, ach)
        return
      default:
        event satisfies never
    }
  }

  takeTransferEvent({ transfer }: TransferEvent): void {
    const { account, number, type, status, createdAt } = transfer
    this.statements.putTransfer.run(account, number, type, status, createdAt, JSON.stringify(transfer))
  }
}

function prepare(database: Database.Database) {
  return {
    insertAch: database.prepare<[number, number, string, number, string]>('INSERT INTO ach_relationships VALUES (?, ?, ?, ?, 0, ?)'),
    updateAch: database.prepare<[string, number, number, number, number]>(
      'UPDATE ach_relationships SET status = ?, updated_at = ?, cancelled_at = ? WHERE account = ? AND ach = ?',
    ),
    putTransfer: database.prepare<[number, number, string, string, number, string]>(
      'INSERT OR REPLACE INTO transfers VALUES (?, ?, ?, ?, ?, ?)',
    ),
  }
}
