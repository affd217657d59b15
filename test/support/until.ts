/** Lets the event loop turn until the condition holds: for what happens inside the process and nobody is told of. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
