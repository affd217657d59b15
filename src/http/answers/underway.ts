import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A socket that counts: a map beside the sockets would be asked twice a request. */
const UNDERWAY = Symbol('requests without an answer so far')
const NEWEST = Symbol('the request that came last')
const BEHIND = Symbol('requests that have their turn after those before them')
const WAITING = Symbol('what waits for the answers to those before it')
const WATCHER = Symbol('who is told when something is underway, and when nothing is any more')

/** Told when a connection has something underway, and when it has nothing any more. */
export interface UnderwayWatcher {
  began(): void
  rested(): void
}

interface CountedSocket extends Socket {
  [UNDERWAY]?: number
  [NEWEST]?: IncomingMessage
  [BEHIND]?: (() => void)[]
  [WAITING]?: (() => void) | undefined
  [WATCHER]?: UnderwayWatcher
}

export function watchUnderway(socket: CountedSocket, watcher: UnderwayWatcher): void {
  socket[WATCHER] = watcher
}

/** Counts a request until the system has all of its answer; returns how many of its connection are not so far, this one included. */
export function countRequest(request: IncomingMessage, response: ServerResponse): number {
  const socket: CountedSocket = request.socket
  const underway = (socket[UNDERWAY] ?? 0) + 1
  socket[UNDERWAY] = underway
  socket[NEWEST] = request
  if (underway === 1) socket[WATCHER]?.began()
  response.on('finish', countAnswer)
  return underway
}

/** Whether a connection waits for an answer, or has yet to take the rest of one. */
export function isUnderway(socket: CountedSocket): boolean {
  return (socket[UNDERWAY] ?? 0) > 0
}

/**
 * Runs `handle` once the requests before it on its connection are answered and the client has taken the answers: for a client that pipelines and reads
 * nothing one answer waits, not one for each request. It is not run where the connection ends before its turn.
 */
export function inTurn(socket: CountedSocket, handle: () => void): void {
  ;(socket[BEHIND] ??= []).push(handle)
}

/** Runs `say` once every request that has come whole is answered, at once where none is under way: said sooner, it would be taken for one of the answers. */
export function behindAnswers(socket: CountedSocket, say: () => void): void {
  socket[WAITING] = say
  sayWhatWaits(socket)
}

/** One function for all answers, not one for each. A connection that ends before its answers takes its count with it. */
function countAnswer(this: ServerResponse): void {
  const socket: CountedSocket = this.req.socket
  const underway = socket[UNDERWAY]! - 1
  socket[UNDERWAY] = underway
  if (underway === 0) socket[WATCHER]?.rested()
  if (socket[WAITING] !== undefined) sayWhatWaits(socket)
  // nobody would hear the next answer where this, or what was said, was the last
  if (socket[BEHIND] !== undefined && socket.writable) socket[BEHIND].shift()?.()
}

function sayWhatWaits(socket: CountedSocket): void {
  // one that has not come whole is what it is about
  const isNewestBroken = socket[NEWEST]?.complete === false
  if ((socket[UNDERWAY] ?? 0) > (isNewestBroken ? 1 : 0)) return
  const say = socket[WAITING]
  socket[WAITING] = undefined
  say?.()
}
