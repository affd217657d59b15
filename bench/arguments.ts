import process from 'node:process'

// What a benchmark is given on the command line. A word that is mistyped must not begin an hour of other work.

/** Whether `--quick` is given: nothing else can be. */
export function isQuick(command: string): boolean {
  const given = process.argv.slice(2)
  if (given.some((word) => word !== '--quick')) refuse(`${command} [--quick]`, given)
  return given.length > 0
}

/** Numbers above 0, in the order of `names`, as they are by default where they are left out. */
export function numbersGiven(command: string, names: readonly string[], byDefault: readonly number[]): readonly number[] {
  const given = process.argv.slice(2)
  const isNumber = (word: string): boolean => /^\d+(\.\d+)?$/.test(word) && Number(word) > 0
  if (given.length > names.length || !given.every(isNumber)) {
    refuse(`${command} ${names.map((name) => `[${name}`).join(' ')}${']'.repeat(names.length)}, each a number above 0`, given)
  }
  return byDefault.map((number, index) => Number(given[index] ?? number))
}

function refuse(usage: string, given: readonly string[]): never {
  console.error(`usage: ${usage}; not ${given.join(' ')}`)
  return process.exit(1)
}
