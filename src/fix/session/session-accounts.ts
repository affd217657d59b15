import type { EngineView } from '../../domain/view.ts'
import type { SessionSettings } from './session-settings.ts'

/** The accounts that a session may trade or watch. Made anew whenever its settings change; accounts that are opened later are found. */
export class SessionAccounts {
  readonly #view: EngineView
  readonly #settings: SessionSettings
  readonly #byNumber = new Map<string, number>()
  #listed: number[] = []
  /** accounts with a lower index have been looked at */
  #lookedBefore = 0

  constructor(view: EngineView, settings: SessionSettings) {
    this.#view = view
    this.#settings = settings
  }

  /** Index of the account with this number (Account(1)); undefined when there is none or the session may not use it. */
  find(accountNumber: string): number | undefined {
    const known = this.#byNumber.get(accountNumber)
    // a reset of the market leaves accounts behind; another one may have the number since
    if (known !== undefined && !this.#view.accounts[known]!.gone) return known
    const account = this.#view.accountByNumber(accountNumber)
    if (account === undefined || !this.includes(account.index)) return undefined
    this.#byNumber.set(accountNumber, account.index)
    return account.index
  }

  /** Also an account that a reset has left behind: what happened to it is still told. */
  includes(account: number): boolean {
    const { partner, accountNumbers } = this.#settings
    const found = this.#view.accounts[account]
    return found?.partner === partner && (accountNumbers.length === 0 || accountNumbers.includes(found.accountNumber))
  }

  /** Indices of all of them that are there. */
  get all(): readonly number[] {
    const { accounts } = this.#view
    // all are of one market, and a reset leaves those that it has behind together
    if (this.#listed.length > 0 && accounts[this.#listed[0]!]!.gone) this.#listed = this.#listed.filter((index) => !accounts[index]!.gone)
    for (; this.#lookedBefore < accounts.length; this.#lookedBefore++)
      if (!accounts[this.#lookedBefore]!.gone && this.includes(this.#lookedBefore)) this.#listed.push(this.#lookedBefore)
    return this.#listed
  }

  /** The account of a session that has exactly one: Account(1) may then be left out. */
  get only(): number | undefined {
    return this.all.length === 1 ? this.all[0] : undefined
  }
}
