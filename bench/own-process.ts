import { fork } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { numbersGiven } from './arguments.ts'
import { type Figure, printFigures } from './figure.ts'
import { startOptions } from './start-options.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** behind the number of commands: tell the parent, which has started this process for it */
const TELL = 'tell'

/**
 * Figures of what is measured inside a process, from one of its own that has the options of V8 which `npm start` gives the gateway.
 * `program`: relative to the repository's root; it calls `runOwnProcess`.
 */
export function figuresOfProcess(program: string, commands: number): Promise<readonly Figure[]> {
  return new Promise((resolve, reject) => {
    const child = fork('run.js', [program, String(commands), TELL], { cwd: ROOT, execArgv: [...process.execArgv, ...startOptions()] })
    const kill = (): void => void child.kill('SIGKILL')
    process.once('exit', kill)
    let figures: readonly Figure[] | undefined
    child.once('message', (told) => (figures = told as readonly Figure[]))
    // not 'exit', which may come before a message that is under way
    child.once('close', (code, signal) => {
      process.off('exit', kill)
      if (code === 0 && figures) resolve(figures)
      else reject(new Error(`bench: ${program} ended with ${code ?? signal}`))
    })
  })
}

/** The main part of such a program: prints its figures, measured in a process of its own. `commands`: when the command line names no number. */
export async function runOwnProcess(program: string, commands: number, measure: (commands: number) => readonly Figure[]): Promise<void> {
  const [, , count, tell] = process.argv
  if (tell === TELL) {
    process.send!(measure(Number(count)), () => process.disconnect())
    return
  }
  const [wanted] = numbersGiven(`node run.js ${program}`, ['commands'], [commands])
  printFigures(await figuresOfProcess(program, Math.ceil(wanted!)))
}
