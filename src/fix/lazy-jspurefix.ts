import { createRequire } from 'node:module'

/*
 * To be imported before jspurefix, which loads some things that the gateway never uses: all of mathjs for one function of its own encoder,
 * and a thousand classes of FIXML and FIX 4.4 for some constants of the messages that its own sessions send. That is three quarters of what
 * loading it costs. Here each of them is loaded when something of it is first used.
 */
const require = createRequire(createRequire(import.meta.url).resolve('jspurefix'))
for (const name of ['mathjs', './types/FIXML50SP2', './types/FIX4.4/repo']) loadWhenUsed(require.resolve(name))

function loadWhenUsed(path: string): void {
  if (require.cache[path] !== undefined) return
  let loaded: Record<string | symbol, unknown> | undefined
  const load = (): Record<string | symbol, unknown> => {
    Reflect.deleteProperty(require.cache, path)
    return require(path) as Record<string | symbol, unknown>
  }
  const exports = new Proxy({}, { get: (_, name) => (loaded ??= load())[name] })
  require.cache[path] = { id: path, filename: path, loaded: true, exports } as unknown as NodeJS.Module
}
