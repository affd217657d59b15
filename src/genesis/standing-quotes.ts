import type { Config } from '../config.ts'
import type { SandboxFixture } from '../http/resources/sandbox/reset/fixture.ts'

/** The quotes that the first market begins with; those that walk need none. */
export function standingQuotes({ first_start: { listings }, market: { quotes } }: Config): SandboxFixture['quotes'] {
  return listings.flatMap(({ instrument: { symbol, walk }, quote }) => (quote && !(walk && quotes === 'walk') ? [{ symbol, quote }] : []))
}
