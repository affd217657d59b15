// Preloaded (`node --import`) where it matters which ports a program takes, in which order: each is a line of standard output. With SIGNAL it has that signal
// when it begins to listen.
import { Server } from 'node:net'
import process from 'node:process'

const { listen } = Server.prototype
let signal = process.env['SIGNAL']
Server.prototype.listen = function (options, ...rest) {
  process.stdout.write(`listens at ${options.port}\n`)
  if (signal !== undefined) process.kill(process.pid, signal)
  signal = undefined
  return listen.call(this, options, ...rest)
}
