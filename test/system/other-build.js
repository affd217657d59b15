// Preloaded (`node --import`) where better-sqlite3 is to be one that was compiled for another Node.js: what Node says of it.
import process from 'node:process'

const dlopen = process.dlopen
process.dlopen = (module, path, ...flags) => {
  if (!path.includes('better_sqlite3')) return dlopen(module, path, ...flags)
  const message = `The module '${path}'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 1.`
  throw Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' })
}
