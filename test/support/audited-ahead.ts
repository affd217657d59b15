import type { RestAnswer } from './rest-client.ts'
import type { RestServer } from './rest-server.ts'
import { until } from './until.ts'

/** Makes an operator's change while commits are held, and gives the operations that the audit trail has of it by then and once it is made. */
export async function auditedAhead(server: RestServer, make: () => Promise<RestAnswer>) {
  const rows = () =>
    server.journal.all('SELECT operation FROM audit ORDER BY id', []).map((row) => (row as { operation: string }).operation)
  const before = rows().length
  const release = server.holdCommits()
  const answered = make()
  await until(() => server.sequencer.pendingEvents > 0 && rows().length > before)
  const ahead = rows().slice(before)
  release()
  const { status } = await answered
  return { ahead, status, behind: rows().slice(before) }
}
