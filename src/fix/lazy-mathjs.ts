import { createRequire } from 'node:module'

/*
 * To be imported before jspurefix. jspurefix loads all of mathjs for one function of its own encoder, which the gateway never calls, and
 * that is more than half of what loading jspurefix costs. Here mathjs is loaded when that function is first used.
 */
const ours = createRequire(import.meta.url)
const require = createRequire(ours.resolve('jspurefix'))
const path = require.resolve('mathjs')

if (require.cache[path] === undefined) {
  const stand = {
    get format(): unknown {
      Reflect.deleteProperty(require.cache, path)
      return (require(path) as { readonly format: unknown }).format
    },
  }
  require.cache[path] = { id: path, filename: path, loaded: true, exports: stand } as unknown as NodeJS.Module
}
