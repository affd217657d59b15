import process from 'node:process'

/** A number that a long proof is given, above 0. Anything else ends the process with a line: NaN of anything is done at once, and proves nothing. */
export function positiveNumber(name: string, text: string): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (number > 0) return number
  console.error(`${name} must be a number above 0, not "${text}"`)
  return process.exit(1)
}
