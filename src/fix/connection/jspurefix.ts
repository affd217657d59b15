import 'reflect-metadata'
import { createRequire } from 'node:module'

export { inject, injectable } from 'tsyringe'

/*
 * The values of jspurefix that the gateway uses; types come from the package itself. It loads some things that are never used here: all of
 * mathjs for one function of its own encoder, and a thousand classes of FIXML and FIX 4.4 for some constants of the messages that its own
 * sessions send. That is three quarters of what loading it costs. Here each of them is loaded when something of it is first used.
 */
const requireHere = createRequire(import.meta.url)
const require = createRequire(requireHere.resolve('jspurefix'))
for (const name of ['mathjs', './types/FIXML50SP2', './types/FIX4.4/repo']) loadWhenUsed(require.resolve(name))

export const { DefinitionFactory, DITokens, ElasticBuffer, FixSession, JsFixLoggerFactory, MsgParser, SessionContainer, SessionLauncher } =
  requireHere('jspurefix') as typeof import('jspurefix')
export const { TcpAcceptor } = requireHere(
  'jspurefix/dist/transport/tcp/tcp-acceptor.js',
) as typeof import('jspurefix/dist/transport/tcp/tcp-acceptor.js')

export type DefinitionFactory = InstanceType<typeof DefinitionFactory>
export type TcpAcceptor = InstanceType<typeof TcpAcceptor>

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
