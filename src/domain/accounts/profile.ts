/** Who the owner of an account is, section by section, as storage keeps it: the members of a JSON object. */
export type Profile = Readonly<Record<string, unknown>>

/**
 * A profile with changes: an object is merged into the stored one member by member, anything else, arrays too, takes its place.
 * The same for a live account and for a read model that is made anew.
 */
export function mergeProfile<Stored extends object>(stored: Stored, changes: Profile): Stored {
  const before = stored as Profile
  const merged = Object.entries(changes).map(([name, value]) => [name, isObject(value) ? { ...(before[name] ?? {}), ...value } : value])
  return { ...stored, ...(Object.fromEntries(merged) as object) }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
