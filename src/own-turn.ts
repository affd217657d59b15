/** those who make a long answer and have yet to go on with it, or begin a TLS handshake, in the order in which they came */
const waiting: (() => void)[] = []

/**
 * Resolves in a turn of the event loop that is nobody else's: of all the long answers that are being made, however many were asked for at once, one is
 * gone on with in each, or one handshake is had, and orders come in between.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resume) => {
    if (waiting.push(resume) === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(next)
}
