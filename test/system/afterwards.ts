import process from 'node:process'

/** Runs something when the test is over, or the program that is no test. */
export const afterwards: (run: () => void) => void =
  process.env['VITEST'] === undefined ? (run) => void atExit.push(run) : (await import('vitest')).onTestFinished

const atExit: (() => void)[] = []
process.once('exit', () => {
  for (const run of atExit) run()
})
