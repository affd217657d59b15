import process from 'node:process'
import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values']

/** The options that a long proof is given. A word that is mistyped ends the process with a line that says what there is: it must not begin an hour of other work. */
export function proofOptions<const Given extends Options>(command: string, options: Given): Values<Given> {
  try {
    return parseArgs<{ options: Given }>({ options }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const words = Object.entries(options).map(([name, { type }]) => (type === 'boolean' ? `[--${name}]` : `[--${name} …]`))
    console.error(`usage: ${command} -- ${words.join(' ')}; not ${process.argv.slice(2).join(' ')}`)
    return process.exit(1)
  }
}
