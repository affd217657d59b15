/** The types of accounts as documents name them. */
export const ACCOUNT_TYPE_NAMES: Readonly<Record<string, string>> = {
  individual: 'Individual',
  joint: 'Joint',
  ira_traditional: 'Traditional IRA',
  ira_roth: 'Roth IRA',
  custodial: 'Custodial',
}
