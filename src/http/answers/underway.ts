import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A socket that counts: a map beside the sockets would be asked twice a request. */
const UNDERWAY = Symbol('requests without an answer so far')
const NEWEST = Symbol('the request that came last')
const WAITING = Symbol('what waits for the answers to those before it')
interface CountedSocket extends Socket {
  [UNDERWAY]?: number
  [NEWEST]?: IncomingMessage
  [WAITING]?: (() => void) | undefined
}

/** Counts a request until it is answered; returns how many of its connection are not, this one included. */
export function countRequest(request: IncomingMessage, response: ServerResponse): number {
  const socket: CountedSocket = request.socket
  const underway = (socket[UNDERWAY] ?? 0) + 1
  socket[UNDERWAY] = underway
  socket[NEWEST] = request
  response.on('finish', countAnswer)
  return underway
}

/** Runs `say` when every request that has come whole is answered: at once where none is under way. What is said before would be taken for an answer to it. */
export function behindAnswers(socket: CountedSocket, say: () => void): void {
  socket[WAITING] = say
  sayWhatWaits(socket)
}

/** One function for all answers, not one for each. A connection that ends before its answers takes its count with it. */
function countAnswer(this: ServerResponse): void {
  const socket: CountedSocket = this.req.socket
  socket[UNDERWAY]!--
  if (socket[WAITING] !== undefined) sayWhatWaits(socket)
}

function sayWhatWaits(socket: CountedSocket): void {
  // one that has not come whole is what it is about
  const isNewestBroken = socket[NEWEST]?.complete === false
  if ((socket[UNDERWAY] ?? 0) > (isNewestBroken ? 1 : 0)) return
  const say = socket[WAITING]
  socket[WAITING] = undefined
  say?.()
}
