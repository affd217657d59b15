import Database from 'better-sqlite3'
import type { SqlValue } from './journal-file.ts'
import { journalPath } from './journal-file.ts'

/** Reads the tables of journal.db that hold no batches, on the calling thread and a connection that cannot write. */
export class RowReader {
  private readonly database: Database.Database
  private readonly statements = new Map<string, Database.Statement>()

  constructor(directory: string) {
    this.database = new Database(journalPath(directory), { readonly: true, fileMustExist: true })
  }

  all<Row>(sql: string, params: readonly SqlValue[]): Row[] {
    let statement = this.statements.get(sql)
    if (!statement) {
      statement = this.database.prepare(sql)
      this.statements.set(sql, statement)
    }
    return statement.all(...params) as Row[]
  }

  close(): void {
    this.database.close()
  }
}
