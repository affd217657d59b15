import { getPriority, setPriority } from 'node:os'
import process from 'node:process'

/** nicer than the threads of the order path by this much: it yields where they want its processor, and does not starve where all are wanted */
const NICENESS = 5

/** Makes the calling thread nicer than those of the order path. On Linux a thread has a priority of its own; elsewhere it would be the whole process's. */
export function yieldToOrders(): void {
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + NICENESS))
}
