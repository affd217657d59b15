import process from 'node:process'
import Database from 'better-sqlite3'

// The real program on a disk that has no room any more for what delivery.db notes of webhooks, from SIGUSR2 on.

let isFull = false
process.on('SIGUSR2', () => {
  isFull = true
  process.stdout.write('delivery.db has no room\n')
})

const { prepare } = Database.prototype
Database.prototype.prepare = function (this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql) as Database.Statement<unknown[]>
  const { run } = statement
  if (sql.startsWith('INSERT INTO webhook_progress'))
    statement.run = (...values: unknown[]) => {
      if (isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      return run.apply(statement, values)
    }
  return statement
} as typeof prepare

await import('../../src/main.ts')
