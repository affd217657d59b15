/** `over` laid on `base`: objects merge member by member, everything else (lists too) replaces. Neither is changed. */
export function deepMerge(base: unknown, over: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(over)) return over
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) merged.set(key, merged.has(key) ? deepMerge(merged.get(key), value) : value)
  // fromEntries defines members and never assigns them: a member named __proto__ stays a member
  return Object.fromEntries(merged)
}

export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

/** The same value, frozen all the way down. */
export function deepFreeze<T>(value: T): DeepReadonly<T> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value as DeepReadonly<T>
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
