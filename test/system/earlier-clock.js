// Preloaded (`node --import`) where a program and its threads are to take it to be earlier than it is, by CLOCK_BEHIND_MS.
import process from 'node:process'

const behind = Number(process.env['CLOCK_BEHIND_MS'])
const now = Date.now
Date.now = () => now() - behind
globalThis.Date = new Proxy(Date, {
  construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [target.now()] : parts, made),
})
