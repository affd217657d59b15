import type { MoveQuotes } from '../../../../domain/commands/market-command.ts'
import type { DocumentType, MimeType } from '../../../../domain/accounts/document.ts'
import type { FixtureAccount } from '../../../../domain/accounts/fixture.ts'
import type { PartnerView } from '../../../../domain/view.ts'

export const FIXTURE_NAMES = ['minimal', 'full'] as const
export type FixtureName = (typeof FIXTURE_NAMES)[number]

/** What a sandbox has after a reset. */
export interface SandboxFixture {
  readonly accounts: readonly FixtureAccount[]
  /** of symbols that do not walk */
  readonly quotes: MoveQuotes['quotes']
  readonly documents: readonly FixtureDocument[]
  /** for all events, and disabled: its receiver is still to be named. `isThere` false: only that of an earlier reset is to go */
  readonly webhook: { readonly id: string; readonly url: string; readonly isThere: boolean }
}

export interface FixtureDocument {
  readonly id: string
  /** place of its account in the fixture */
  readonly account: number
  readonly type: DocumentType
  readonly subType: string | null
  readonly name: string
  readonly mimeType: MimeType
  readonly content: Uint8Array
}

/** Makes the fixture of a partner: equal ids each time. */
export type FixtureOf = (partner: PartnerView, name: FixtureName) => SandboxFixture
