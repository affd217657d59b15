import { instruments, marketData } from './securities.ts'

/** The two files of the built-in market as text, by their place in the repository. */
export function renderedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['config/instruments.json', `${JSON.stringify(instruments(), null, 2)}\n`],
    ['config/market-data/securities.json', compact(marketData())],
  ])
}

/** One line for each item of a list: small, and a change of one security is a change of one line. */
function compact(members: object): string {
  const lines = Object.entries(members).map(([name, value]: [string, unknown]) => {
    const text = Array.isArray(value) ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]` : JSON.stringify(value)
    return `${JSON.stringify(name)}: ${text}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
