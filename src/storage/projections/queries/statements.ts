import type Database from 'better-sqlite3'

export type SqlParameters = Readonly<Record<string, string | number>>

/** Statements of queries whose text depends on what is asked, the last ones kept for when the same is asked again. */
export class Statements {
  private readonly database: Database.Database
  private readonly prepared = new Map<string, Database.Statement<[SqlParameters]>>()

  constructor(database: Database.Database) {
    this.database = database
  }

  all<Row>(sql: string, parameters: SqlParameters): Row[] {
    return this.of(sql).all(parameters) as Row[]
  }

  get<Row>(sql: string, parameters: SqlParameters): Row | undefined {
    return this.of(sql).get(parameters) as Row | undefined
  }

  private of(sql: string): Database.Statement<[SqlParameters]> {
    let statement = this.prepared.get(sql)
    if (!statement) {
      statement = this.database.prepare<[SqlParameters]>(sql)
      const [oldest] = this.prepared.keys()
      if (oldest !== undefined && this.prepared.size >= MOST_PREPARED) this.prepared.delete(oldest)
      this.prepared.set(sql, statement)
    }
    return statement
  }
}

/** One takes up to 100 KB, and whoever asks has a say in how many texts there are: a search for accounts by seven words has a hundred. */
const MOST_PREPARED = 128

/** The conditions of a query and their parameters; each call adds one where it applies. */
export class Conditions {
  readonly parameters: Record<string, string | number> = {}
  private readonly texts: string[] = []

  add(text: string, parameters: SqlParameters = {}): this {
    this.texts.push(text)
    Object.assign(this.parameters, parameters)
    return this
  }

  /** `column OPERATOR @name`, unless there is no value. */
  compare(column: string, operator: '=' | '>=' | '<=' | '<' | '>', name: string, value: string | number | undefined): this {
    return value === undefined ? this : this.add(`${column} ${operator} @${name}`, { [name]: value })
  }

  /** `column IN (…)`. */
  isOneOf(column: string, name: string, values: readonly (string | number)[]): this {
    const parameters = Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]))
    const names = Object.keys(parameters).map((key) => `@${key}`)
    return this.add(`${column} IN (${names.join(', ')})`, parameters)
  }

  get where(): string {
    return this.texts.length === 0 ? '' : `WHERE ${this.texts.join(' AND ')}`
  }
}
