// Preloaded (`node --import`) where it matters which ports a program takes, in which order: each is a line of standard output. With STOPPED_AT it is told to
// end when it has begun to listen for the so many-th time.
import { Server } from 'node:net'
import process from 'node:process'

const { listen } = Server.prototype
let times = 0
Server.prototype.listen = function (options, ...rest) {
  process.stdout.write(`listens at ${options.port}\n`)
  if (++times === Number(process.env['STOPPED_AT'])) process.kill(process.pid, 'SIGTERM')
  return listen.call(this, options, ...rest)
}
