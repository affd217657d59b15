import type { Command } from './command.ts'

/**
 * What a command asks for, as text: the same when the same is asked once more. Whatever the sequencer loads for it is left out, what else the
 * accounts of a trade have traded, and what differs each time by nature: PossResend(97), the nonce of an encrypted tax id, the id that the
 * gateway gives an order that closes a position.
 */
export function commandContent(command: Command): string {
  return JSON.stringify(command, (name, value: unknown) => {
    if (LEFT_OUT.has(name)) return undefined
    if (typeof value !== 'string') return value
    if (name === 'profile' || name === 'changes') return { ...(JSON.parse(value) as object), sealed: undefined }
    return name === 'clientOrderId' && CLOSING.test(value) ? 'close' : value
  })
}

const LEFT_OUT: ReadonlySet<string> = new Set(['known', 'clientOrderIdUsed', 'history', 'indexOfThis', 'possResend'])
const CLOSING = /^close-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
