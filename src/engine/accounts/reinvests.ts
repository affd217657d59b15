/** What a profile, or its changes (JSON text of an object), says of `dividend_reinvestment`; undefined when nothing. */
export function reinvests(profile: string): boolean | undefined {
  if (!profile.includes('"dividend_reinvestment"')) return undefined
  const said = (JSON.parse(profile) as { readonly dividend_reinvestment?: unknown }).dividend_reinvestment
  return typeof said === 'boolean' ? said : undefined
}
