import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import process from 'node:process'

const NICEST = 19

/** nicer than the threads of the order path by this much: it yields where they want its processor, and does not starve where all are wanted */
const NICENESS = 5

/** Makes the calling thread nicer than those of the order path. On Linux a thread has a priority of its own; elsewhere it would be the whole process's. */
export function yieldToOrders(): void {
  if (process.platform === 'linux') setPriority(Math.min(NICEST, getPriority() + NICENESS))
}

/** it goes on, slowly, also where everything else wants the processors */
const NOBODY_WAITS = 10

/** Makes the calling thread nicer than those for which somebody waits. On Linux alone, as `yieldToOrders`; one that is nicer already may not take it back. */
export function yieldToAll(): void {
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), NOBODY_WAITS))
}

/**
 * Makes this process as nice as can be, for a gateway that may run beside it: on Linux each of its threads, since those that collect its
 * garbage are there already.
 */
export function yieldToGateway(): void {
  if (process.platform !== 'linux') setPriority(NICEST)
  else for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICEST)
}
