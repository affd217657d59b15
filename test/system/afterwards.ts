import process from 'node:process'

/** Runs something when the test is over, or the program that is no test. */
export const afterwards: (run: () => void) => void =
  process.env['VITEST'] === undefined ? (run) => void process.once('exit', run) : (await import('vitest')).onTestFinished
