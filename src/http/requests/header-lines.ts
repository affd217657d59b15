import type { IncomingMessage } from 'node:http'

/** How often a request has a header: Node by itself joins several to one text, or keeps the first. `name` is in small letters. */
export function headerLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  let lines = 0
  // names and values in turn
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index]!
    if (given.length === name.length && given.toLowerCase() === name) lines++
  }
  return lines
}
