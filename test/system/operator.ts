import { execFile } from 'node:child_process'
import process from 'node:process'
import { ROOT } from './gateway-process.ts'

/** How one of the operator's commands ended. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Preloaded, it lets the disk fail; its first lines say how. */
export const FAILING_DISK = `--import=${new URL('failing-disk.js', import.meta.url).href}`

/** Runs a command as `npm run` does, with a data directory: `operate('backup', [folder], directory)`. */
export function operate(
  command: 'backup' | 'restore' | 'verify' | 'migrate' | 'credentials',
  values: readonly string[],
  directory?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const program = command === 'credentials' ? 'src/credentials.ts' : `src/operations/${command}.ts`
  const env = { PATH: process.env['PATH'], ...(directory === undefined ? {} : { DATA_DIR: directory }), ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, ['run.js', program, ...values], { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}
