// Preloaded (`node --import`) where the disk is to fail once a file gets a name, or is synced, whose path ends with FAILS_TO_RENAME or FAILS_TO_SYNC.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

const { FAILS_TO_RENAME: unrenamed = '\0', FAILS_TO_SYNC: unsynced = '\0' } = process.env
const { openSync, fsyncSync, renameSync } = fs
const paths = new Map()

const failed = (what) => Object.assign(new Error(`EIO: i/o error, ${what}`), { code: 'EIO' })

fs.renameSync = (from, to) => {
  if (to.endsWith(unrenamed)) throw failed(`rename '${from}' -> '${to}'`)
  renameSync(from, to)
}
fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest)
  paths.set(descriptor, path)
  return descriptor
}
fs.fsyncSync = (descriptor) => {
  if (paths.get(descriptor).endsWith(unsynced)) throw failed('fsync')
  fsyncSync(descriptor)
}
syncBuiltinESMExports()
