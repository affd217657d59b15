import { readFileSync } from 'node:fs'

const GUIDE = new URL('../../docs/connect.md', import.meta.url)

/** A block of docs/connect.md: what stands between the fences behind `<!-- name -->`. */
export function guideBlock(name: string): string {
  const block = new RegExp(`<!-- ${name} -->\\n\\n\`\`\`[a-z]+\\n([^]*?)\`\`\``).exec(readFileSync(GUIDE, 'utf8'))?.[1]
  if (block === undefined) throw new Error(`docs/connect.md has no block behind <!-- ${name} -->`)
  return block
}
