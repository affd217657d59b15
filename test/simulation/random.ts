/** Numbers that look random and are the same in every run: mulberry32. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 to 1, 1 excluded */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** a whole number, 0 to below `bound` */
  below(bound: number): number {
    return Math.floor(this.next() * bound)
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }

  /** One of the names, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const { names, sums } = tableOf(weights)
    const at = this.next() * sums.at(-1)!
    return names[sums.findIndex((sum) => at < sum)]! as Name
  }

  /** Another row of numbers, which what is drawn from this one does not change. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32))
  }
}

interface Table {
  readonly names: readonly string[]
  /** of the weights up to each name */
  readonly sums: readonly number[]
}

const tables = new WeakMap<object, Table>()

function tableOf(weights: Readonly<Record<string, number>>): Table {
  const known = tables.get(weights)
  if (known !== undefined) return known
  let sum = 0
  const table = { names: Object.keys(weights), sums: Object.values(weights).map((weight) => (sum += weight)) }
  tables.set(weights, table)
  return table
}
