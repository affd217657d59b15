import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { GatewayProcess, temporaryDirectory } from './gateway-process.ts'

/** Makes data directories on which a gateway has run, each a copy of one: a start takes a second of a processor. For a whole file of tests. */
export function usedDirectories(): () => Promise<string> {
  let used: string | undefined
  afterAll(() => {
    if (used !== undefined) rmSync(used, { recursive: true, force: true })
  })
  return async () => {
    if (used === undefined) {
      used = mkdtempSync(join(tmpdir(), 'fillgate-used-'))
      expect(await (await GatewayProcess.start({ directory: used })).terminate()).toMatchObject({ code: 0, stderr: '' })
    }
    const directory = temporaryDirectory()
    cpSync(used, directory, { recursive: true })
    return directory
  }
}
