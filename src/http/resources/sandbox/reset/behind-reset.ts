import { createHash } from 'node:crypto'
import type { WebhookDispatcher } from '../../../../delivery/webhooks/dispatcher.ts'
import { DAY_MS } from '../../../../domain/time/durations.ts'
import type { EngineView, PartnerView } from '../../../../domain/view.ts'
import type { CredentialStore } from '../../../../storage/rows/credential-store.ts'
import type { DocumentStore } from '../../../../storage/rows/document-store.ts'
import type { SandboxFixture } from './fixture.ts'

export interface BehindResetParts {
  readonly view: EngineView
  readonly credentials: Pick<CredentialStore, 'revokeAccounts'>
  readonly documents: Pick<DocumentStore, 'find' | 'add' | 'deleteBefore'>
  readonly webhooks: Pick<WebhookDispatcher, 'create' | 'find' | 'hasRoom' | 'remove' | 'dropOutstanding'>
  /** real clock, epoch ms */
  readonly now: () => number
}

/**
 * Does what a reset is beside its command: changes of rows, which come behind it. Done again, it changes nothing. Deliveries to webhooks that are
 * outstanding from before `position`, that of the command's first event, are dropped before this returns; its promise is of the fixture's webhooks.
 */
export async function finishReset(parts: BehindResetParts, partner: PartnerView, fixture: SandboxFixture, position: number) {
  parts.webhooks.dropOutstanding(partner.index, position)
  const [webhooks] = await Promise.all([
    replaceWebhook(parts, partner.index, fixture),
    revokeTokens(parts, partner.index),
    replaceDocuments(parts, partner, fixture),
  ])
  return webhooks
}

/** They are refused already, with their accounts; in storage they stay revoked where the journal is restored to a position before. */
async function revokeTokens({ view, credentials, now }: BehindResetParts, partner: number): Promise<void> {
  const past = view.accounts.filter((account) => account.partner === partner && account.gone)
  await credentials.revokeAccounts(
    past.map(({ index }) => index),
    now(),
  )
}

/** That of the fixture has the same id each time, and is left out where the partner has all that it may have; those that it has made stay. */
async function replaceWebhook({ webhooks }: BehindResetParts, partner: number, { webhook }: SandboxFixture) {
  const { id, url, isThere: isWanted } = webhook
  const before = webhooks.find(partner, id)
  if (before !== undefined) await webhooks.remove(before)
  if (!isWanted || !webhooks.hasRoom(partner)) return []
  const { secret } = await webhooks.create(partner, url, [], { id, isActive: false })
  return [{ id, secret }]
}

async function replaceDocuments(parts: BehindResetParts, { index, market }: PartnerView, fixture: SandboxFixture): Promise<void> {
  const { view, documents, now } = parts
  const accounts = fixture.accounts.map(({ opening }) => view.accountById(opening.id)!.index)
  const createdAt = view.marketTime(market, now())
  await documents.deleteBefore(index, accounts[0]!)
  for (const { account, content, ...document } of fixture.documents) {
    if (documents.find(document.id) !== undefined) continue
    const file = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    const day = Math.floor(createdAt / DAY_MS)
    await documents.add({ ...document, partner: index, account: accounts[account]!, day, createdAt, file }, content)
  }
}
