import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file whole or not at all, readable for its owner alone; it is on the disk when the call returns. */
export function writeDurably(file: string, parts: readonly Uint8Array[]): void {
  prepareDurably(file, parts)()
}

/** The same in two steps: what is returned gives the file its name, once what has to come before that is done. */
export function prepareDurably(file: string, parts: readonly Uint8Array[]): () => void {
  const partial = `${file}.partial`
  const descriptor = openSync(partial, 'w', 0o600)
  try {
    for (const part of parts) writeFully(descriptor, part)
    fsyncSync(descriptor)
  } catch (error) {
    closeSync(descriptor)
    rmSync(partial, { force: true })
    throw naming(partial, error)
  }
  closeSync(descriptor)
  return () => {
    renameSync(partial, file)
    sync(dirname(file))
  }
}

/** Brings a file, and its name, to the disk. */
export function settleFile(path: string): void {
  sync(path)
  sync(dirname(path))
}

/** Makes durable what a file holds; of a directory: a rename or a removal in it. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } catch (error) {
    throw naming(path, error)
  } finally {
    closeSync(descriptor)
  }
}

/** The system doesn't say of which file a descriptor is. */
function naming(path: string, error: unknown): unknown {
  if (error instanceof Error) error.message += ` '${path}'`
  return error
}

function writeFully(descriptor: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(descriptor, bytes, written)
}
