import { fork } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.ts'
import { startOptions } from './start-options.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Figures of what is measured inside a process, from one of its own that has the options of V8 which `npm start` gives the gateway.
 * `program`: relative to the repository's root; it calls `tellFigures`.
 */
export function figuresOf(program: string, commands: number): Promise<readonly Figure[]> {
  return new Promise((resolve, reject) => {
    const child = fork('run.js', [program, String(commands)], { cwd: ROOT, execArgv: [...startOptions()] })
    child.once('message', (figures) => resolve(figures as readonly Figure[]))
    child.once('exit', (code, signal) => reject(new Error(`bench: ${program} ended with ${code ?? signal} before it told its figures`)))
  })
}

/** Whether this is the process that `figuresOf` started. */
export function isOwnProcess(): boolean {
  return process.send !== undefined
}

/** Tells `figuresOf`, and ends. */
export function tellFigures(figures: readonly Figure[]): void {
  process.send!(figures, () => process.disconnect())
}
