import process from 'node:process'

/** Ends the process when standard output fails. A reader that has gone (`verify | head -1`) just wants no more lines: the work goes on without. */
export function endWhenOutputFails(name = ''): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.stderr.write(`${name}standard output can't be written: ${error.message}\n`)
    process.exit(1)
  })
}
