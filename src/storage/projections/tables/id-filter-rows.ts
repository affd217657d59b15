import type Database from 'better-sqlite3'
import { IdFilter, storedLayer } from '../../history/id-filter.ts'

/** The filter of used client order ids as read.db has it. */
export function storedFilter(database: Database.Database): IdFilter {
  const rows = database.prepare<[], { count: number; bits: Buffer }>('SELECT count, bits FROM id_filters ORDER BY layer').all()
  return new IdFilter(rows.map(({ count, bits }) => storedLayer(count, bits)))
}
