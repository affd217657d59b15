import { readFileSync } from 'node:fs'
import process from 'node:process'

// The real program on a machine whose clock is set by hand: CLOCK_FILE has milliseconds that are added to the real time, read again with each SIGUSR2.
// Timers and performance.now() run on, as they do when a clock is set. Only this thread is moved, which is the one that stamps time.

const RealDate = Date
let shiftMs = Number(readFileSync(process.env['CLOCK_FILE']!, 'utf8'))
process.on('SIGUSR2', () => {
  shiftMs = Number(readFileSync(process.env['CLOCK_FILE']!, 'utf8'))
  process.stdout.write(`the clock is ${shiftMs} ms off\n`)
})

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: readonly unknown[]) =>
    Reflect.construct(target, values.length === 0 ? [target.now() + shiftMs] : values) as Date,
  get: (target, name): unknown => (name === 'now' ? () => target.now() + shiftMs : Reflect.get(target, name)),
})

await import('../../src/main.ts')
