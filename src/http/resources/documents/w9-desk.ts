import { createHash } from 'node:crypto'
import type { Printer } from '../../../documents/printer.ts'
import { MimeType, W9Status } from '../../../domain/accounts/document.ts'
import { DAY_MS } from '../../../domain/time/durations.ts'
import type { DocumentStore } from '../../../storage/rows/document-store.ts'
import { uuid5 } from '../../../storage/uuid5.ts'
import type { W9Request, W9RequestStore } from '../../../storage/rows/w9-request-store.ts'
import type { ReportFailure } from '../../answers/error-answers.ts'
import type { Gateway } from '../../gateway.ts'
import { storedProfile } from '../accounts/stored-profile.ts'
import { addressOf, fullName, type Identity } from './holder.ts'

export interface W9DeskParts extends Gateway {
  readonly documents: DocumentStore
  readonly w9Requests: W9RequestStore
  readonly printer: Printer
  readonly reportFailure: ReportFailure
}

/** Makes forms W-9 in its own time. A request that a crash left PROCESSING goes on when it is asked for. */
export class W9Desk {
  private readonly parts: W9DeskParts
  private readonly working = new Map<string, Promise<void>>()

  constructor(parts: W9DeskParts) {
    this.parts = parts
  }

  /** Begins, unless it is done or at it. */
  begin(request: W9Request): void {
    if (request.status !== W9Status.Processing || this.working.has(request.id)) return
    const work = this.finish(request).finally(() => this.working.delete(request.id))
    this.working.set(request.id, work)
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    await Promise.all(this.working.values())
  }

  private async finish(request: W9Request): Promise<void> {
    const { w9Requests, reportFailure } = this.parts
    try {
      await w9Requests.finish(request.id, await this.outcome(request))
    } catch (error) {
      reportFailure(error, { id: request.id, route: 'W-9' })
      // where that can't be written either, such as at the end of the process, it stays PROCESSING and goes on when it is asked for
      await w9Requests
        .finish(request.id, failed('The form could not be made.'))
        .catch((again: unknown) => reportFailure(again, { id: request.id, route: 'W-9' }))
    }
  }

  private async outcome(request: W9Request): Promise<Outcome> {
    const { view, printer, documents } = this.parts
    // follows from the request: a form that a crash has left behind is the one that was asked for
    const id = uuid5(request.id, 'form W-9')
    if (documents.find(id) !== undefined) return completed(id)
    const account = view.accounts[request.account]!
    const { identity, contact } = await storedProfile(this.parts, account.index)
    const owner = identity as Identity
    const { country_of_tax_residence: residence = 'US' } = owner
    if (residence !== 'US') return failed(`A W-9 is for US persons; the user's tax residence is ${residence}.`)
    const content = await printer.w9({
      name: fullName(owner),
      ...addressOf(contact),
      accountNumber: account.accountNumber,
      taxIdType: owner.tax_id_type,
      taxIdLast4: owner.tax_id.slice(-4),
      signedAt: request.signedAt,
      sandbox: view.partners[account.partner]!.environment === 'sandbox',
      at: request.createdAt,
    })
    await documents.add(
      {
        id,
        partner: account.partner,
        account: account.index,
        type: 'w9',
        subType: null,
        name: 'Form W-9',
        day: Math.floor(request.createdAt / DAY_MS),
        mimeType: MimeType.Pdf,
        createdAt: request.createdAt,
        file: { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
      },
      content,
    )
    return completed(id)
  }
}

type Outcome = Pick<W9Request, 'status' | 'documentId' | 'failureReason'>

const completed = (documentId: string): Outcome => ({ status: W9Status.Completed, documentId, failureReason: null })
const failed = (failureReason: string): Outcome => ({ status: W9Status.Failed, documentId: null, failureReason })
