import { readFileSync } from 'node:fs'

/** The options of V8 that `npm start` gives the gateway; docs/operations.md says why. */
export function startOptions(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }
  const command = /^exec node (.+) run\.js src\/main\.ts$/.exec(scripts.start)
  if (command === null) throw new Error(`package.json starts the gateway in another way: ${scripts.start}`)
  return command[1]!.split(' ')
}
