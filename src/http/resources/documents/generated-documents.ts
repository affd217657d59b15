import { createHash } from 'node:crypto'
import type { LedgerLine, Securities } from '../../../documents/ledger-line.ts'
import type { Printer } from '../../../documents/printer.ts'
import type { TaxLedger } from '../../../documents/tax-statement.ts'
import { ActivityType } from '../../../domain/accounts/account.ts'
import { civilFromDays, firstOfMonth, lastOfMonth } from '../../../domain/time/civil-date.ts'
import { MimeType } from '../../../domain/accounts/document.ts'
import { Side } from '../../../domain/orders/order.ts'
import { tradeDate } from '../../../domain/time/trade-date.ts'
import { ownTurn } from '../../../own-turn.ts'
import type { AccountView } from '../../../domain/view.ts'
import type { DocumentStore, StoredDocument } from '../../../storage/rows/document-store.ts'
import type { EndedDay } from '../../../storage/projections/queries/trading-day-queries.ts'
import { uuid5 } from '../../../storage/uuid5.ts'
import { storedProfile } from '../accounts/stored-profile.ts'
import { isThere } from '../../requests/found-account.ts'
import { caughtUp, type Gateway } from '../../gateway.ts'
import type { MadeDocument } from './document-views.ts'
import { holderOf, type Identity, shownTaxId } from './holder.ts'
import { ledgerLine } from './ledger-lines.ts'

export interface GeneratedDocumentsParts extends Gateway {
  readonly documents: DocumentStore
  readonly printer: Printer
}

/** what is done between two looks at what else there is to do */
const ACCOUNTS_AT_ONCE = 200
const LINES_AT_ONCE = 500

/**
 * Statements, confirmations and tax statements. They follow from the ledger and the ends of trading days, so none can be lost: they are issued, as rows without
 * content, when somebody lists documents, and made when somebody first sees them. From then on they stay as they are.
 */
export class GeneratedDocuments {
  private readonly parts: GeneratedDocumentsParts
  private readonly issuing = new Map<number, Promise<void>>()
  private readonly making = new Map<string, Promise<MadeDocument>>()
  /** of whatever ledgers: many short ones are as long as a long one */
  private linesRead = 0

  constructor(parts: GeneratedDocumentsParts) {
    this.parts = parts
  }

  /** Issues what is due of all trading days of a market that have ended. Durable once the promise resolves. */
  async issue(market: number): Promise<void> {
    await caughtUp(this.parts)
    // who comes while another is at it may know of a later day; of those who have waited for one, the first is at it by now
    for (let other = this.issuing.get(market); other !== undefined; other = this.issuing.get(market)) await other
    const issuing = this.issueDays(market).finally(() => this.issuing.delete(market))
    this.issuing.set(market, issuing)
    await issuing
  }

  /** The document with its content: it is made now when it has not been asked for before. */
  async made(document: StoredDocument): Promise<MadeDocument> {
    if (document.file !== null) return { ...document, file: document.file }
    const making = this.making.get(document.id) ?? this.make(document).finally(() => this.making.delete(document.id))
    this.making.set(document.id, making)
    return making
  }

  private async issueDays(market: number): Promise<void> {
    const { documents, projection } = this.parts
    const days = projection.tradingDays.endedAfter(market, documents.issuedThrough(market) ?? -1)
    const traders = await this.tradersOf(market, days)
    for (const [index, day] of days.entries()) {
      const due = await this.documentsOf(market, day, traders.get(day)!)
      await documents.issue(due)
      // most days of a market have nothing to issue, and each note is a commit
      if (due.length > 0 || index === days.length - 1) await documents.noteIssued(market, day.day)
    }
  }

  /** `traders`: see `tradersOf`. */
  private async documentsOf(market: number, day: EndedDay, traders: ReadonlySet<number>): Promise<StoredDocument[]> {
    const months = monthsEnding(day)
    // a year has a quarter of a thousand days: they are not read for each account
    const years = new Map(months.filter(({ month }) => month === 12).map(({ year }) => [year, this.yearOf(market, year)]))
    const due: StoredDocument[] = []
    for (const [index, account] of this.accountsOf(market).entries()) {
      if (index % ACCOUNTS_AT_ONCE === ACCOUNTS_AT_ONCE - 1) await ownTurn()
      if (traders.has(account.index)) due.push(this.issued(account, day, 'trade_confirmation', day.day))
      for (const month of months) {
        const lastDay = lastOfMonth(month)
        if (this.hasLedger(account, day, month)) due.push(this.issued(account, day, 'account_statement', lastDay))
        if (month.month === 12 && (await this.hasTaxable(account, day, years.get(month.year)!)))
          due.push(this.issued(account, day, 'tax_statement', lastDay))
      }
    }
    return due
  }

  private accountsOf(market: number): readonly AccountView[] {
    const { view } = this.parts
    return view.accounts.filter((account) => account.market === market && isThere(view, account.index))
  }

  /**
   * The accounts in which something was traded, corrected or taken back, by the day. Each ledger is asked for its days, since most accounts
   * trade on few.
   */
  private async tradersOf(market: number, days: readonly EndedDay[]): Promise<ReadonlyMap<EndedDay, ReadonlySet<number>>> {
    const traders = new Map(days.map((day) => [day, new Set<number>()]))
    if (days.length === 0) return traders
    const began = this.parts.projection.tradingDays.lastThrough(market, days[0]!.day - 1)?.position ?? 0
    const through = days.at(-1)!.position
    let lookUps = 0
    for (const { index } of this.accountsOf(market)) {
      for (let after = began; ;) {
        if (++lookUps % ACCOUNTS_AT_ONCE === 0) await ownTurn()
        const trade = this.firstTrade(index, after, through)
        const day = trade === undefined ? undefined : days.find(({ position }) => trade <= position)
        if (day === undefined) break
        traders.get(day)!.add(index)
        after = day.position
      }
    }
    return traders
  }

  /** Position of the first trade, correction or bust behind one position, up to and with another. */
  private firstTrade(account: number, after: number, through: number): number | undefined {
    const { activities } = this.parts.projection
    for (const { event, position } of activities.between(account, after, through)) if ('execution' in event) return position
    return undefined
  }

  /** Anything was ever booked, and the account was there in the month. To one that is closed a bust or a correction may still book. */
  private hasLedger({ index, market }: AccountView, { position }: EndedDay, month: Month): boolean {
    const { accounts, activities, tradingDays } = this.parts.projection
    const monthBegan = tradingDays.lastThrough(market, firstOfMonth(month) - 1)?.position ?? 0
    // by place, not by time: on a clock that stands the month may begin at the moment at which the account is closed
    const last = accounts.steps(index).at(-1)
    // as storage shows it: what it does not show yet lies behind the day that it shows
    if (last?.event.type === 'AccountClosed' && last.position <= monthBegan) {
      const [booked] = activities.between(index, monthBegan, position)
      return booked !== undefined
    }
    return activities.activities({ account: index }, position, 1).length > 0
  }

  /** The tax statement of the year has something to say. */
  private async hasTaxable(account: AccountView, { position }: EndedDay, year: Period): Promise<boolean> {
    const { printer, projection } = this.parts
    const { activities } = projection
    // what was sold may have been taken back, and what was bought may cover what was sold before
    const [adjusted] = activities.activities({ account: account.index, type: ActivityType.Adjustment }, position, 1)
    if (adjusted !== undefined) return printer.hasTaxable(this.taxLedger(account, year))
    let isTraded = false
    for await (const { trade, corporateAction } of this.lines(account, year, year.opened)) {
      if (trade?.side === Side.Sell || corporateAction?.kind === 'dividend') return true
      isTraded ||= trade !== null
    }
    if (!isTraded) return false
    // shares that a late fill had sold in an earlier year, and that were not there, are covered by what is bought
    const [earlier] = activities.activities({ account: account.index, type: ActivityType.Fill }, year.opened, 1)
    return earlier !== undefined && printer.hasTaxable(this.taxLedger(account, year))
  }

  private taxLedger(account: AccountView, year: Period): TaxLedger {
    return { firstDay: year.firstDay, lines: () => this.lines(account, year) }
  }

  private issued(account: AccountView, { endedAt }: EndedDay, type: GeneratedType, day: number): StoredDocument {
    const partner = this.parts.view.partners[account.partner]!
    const date = tradeDate(day)
    return {
      id: uuid5(partner.id, `${type} ${account.index} ${date}`),
      partner: partner.index,
      account: account.index,
      type,
      subType: type === 'account_statement' ? 'monthly' : null,
      name: nameOf(type, date),
      day,
      mimeType: MimeType.Pdf,
      createdAt: endedAt,
      file: null,
    }
  }

  private async make(document: StoredDocument): Promise<MadeDocument> {
    const { documents } = this.parts
    const content = await this.print(document)
    const file = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    await documents.make(document.id, file, content)
    return { ...document, file }
  }

  private async print(document: StoredDocument): Promise<Uint8Array> {
    const { view, printer, projection } = this.parts
    const account = view.accounts[document.account]!
    const profile = await storedProfile(this.parts, account.index)
    const securities: Securities = (instrument) => view.instruments[instrument]!
    const frame = {
      holder: holderOf(profile),
      accountNumber: account.accountNumber,
      sandbox: view.partners[account.partner]!.environment === 'sandbox',
      at: document.createdAt,
      securities,
    }
    const { tradingDays } = projection
    const { market } = account
    const before = (day: number): EndedDay | undefined => tradingDays.lastThrough(market, day - 1)
    if (document.type === 'trade_confirmation') {
      const { day } = document
      const period = this.period(market, day, day)
      return printer.confirmation({ ...frame, day, lines: this.lines(account, period, period.opened) })
    }
    const { year, month } = civilFromDays(document.day)
    if (document.type === 'tax_statement') {
      const taxId = shownTaxId(profile.identity as Identity)
      return printer.taxStatement({
        ...frame,
        accountType: profile.account_type,
        taxId,
        year,
        ...this.taxLedger(account, this.yearOf(market, year)),
      })
    }
    const firstDay = firstOfMonth({ year, month })
    return printer.statement({
      ...frame,
      accountType: profile.account_type,
      year,
      month,
      firstDay,
      lines: this.lines(account, this.period(market, firstDay, document.day)),
      openingCloses: this.closes(market, before(firstDay)),
      closes: this.closes(market, before(document.day + 1)),
    })
  }

  private yearOf(market: number, year: number): Period {
    return this.period(market, firstOfMonth({ year, month: 1 }), lastOfMonth({ year, month: 12 }))
  }

  private period(market: number, firstDay: number, lastDay: number): Period {
    const { tradingDays } = this.parts.projection
    const opened = tradingDays.lastThrough(market, firstDay - 1)?.position ?? 0
    return { firstDay, opened, days: tradingDays.endedBetween(market, firstDay, lastDay) }
  }

  /** The ledger behind a position, through the end of a period. What was booked before the first day is dated the day before it. */
  private async *lines(account: AccountView, { firstDay, opened, days }: Period, from = 0): AsyncGenerator<LedgerLine> {
    const { view, projection } = this.parts
    const { activities } = projection
    const through = days.at(-1)?.position ?? opened
    let at = 0
    for (const { event, position } of activities.between(account.index, from, through)) {
      while (at < days.length - 1 && days[at]!.position < position) at++
      yield ledgerLine(view, event, position <= opened ? firstDay - 1 : days[at]!.day)
      if (++this.linesRead % LINES_AT_ONCE === 0) await ownTurn()
    }
  }

  /** A security that nobody has touched has the close that it was listed with. */
  private closes(market: number, day: EndedDay | undefined): ReadonlyMap<number, number> {
    const { view, projection } = this.parts
    const listed = view.instruments.map(({ previousCloseTicks }, instrument) => [instrument, previousCloseTicks] as const)
    return new Map([...listed, ...(day === undefined ? [] : projection.tradingDays.closes(market, day.day))])
  }
}

type GeneratedType = 'trade_confirmation' | 'account_statement' | 'tax_statement'

function nameOf(type: GeneratedType, date: string): string {
  switch (type) {
    case 'trade_confirmation':
      return `Trade confirmation ${date}`
    case 'account_statement':
      return `Account statement ${date.slice(0, 7)}`
    case 'tax_statement':
      return `Tax statement ${date.slice(0, 4)}`
    default:
      return type satisfies never
  }
}

interface Month {
  readonly year: number
  readonly month: number
}

/** Trading days of a market, as far as they have ended. */
interface Period {
  /** days since 1970-01-01 */
  readonly firstDay: number
  /** journal position behind which the first day begins */
  readonly opened: number
  readonly days: readonly EndedDay[]
}

/** The months that end with a trading day: mostly none, and more than one where the next day is that far. */
function monthsEnding({ day, nextDay }: EndedDay): readonly Month[] {
  const next = civilFromDays(nextDay)
  const months: Month[] = []
  for (let { year, month } = civilFromDays(day); year < next.year || month < next.month; month === 12 ? (year++, (month = 1)) : month++)
    months.push({ year, month })
  return months
}
