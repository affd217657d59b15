import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { GatewayProcess } from '../system/gateway-process.ts'

// A file system that can't be written, also by root, whom permission bits do not stop: a tmpfs of its own that is mounted read-only. Whoever may not
// mount and is not root has a folder without the permission to write; the name of the test says which it was.

const WAY = wayOfThisMachine()

test(
  `a start on a file system that is read-only (${WAY}) is refused with one line, and leaves all as it was`,
  { timeout: 120_000 },
  async () => {
    const volume = mkdtempSync(join(tmpdir(), 'fillgate-read-only-'))
    const [used, fresh, missing] = ['used', 'fresh', 'missing'].map((name) => join(volume, name)) as [string, string, string]
    const undo: (() => void)[] = []
    onTestFinished(() => {
      for (const step of undo.reverse()) step()
      rmSync(volume, { recursive: true, force: true })
    })
    if (WAY === 'mounted') {
      mount('-t', 'tmpfs', '-o', 'size=256m,mode=0700', 'tmpfs', volume)
      undo.push(() => run('umount', '-l', volume))
    }
    const setWritable = (isWritable: boolean): void => {
      if (WAY === 'mounted') mount('-o', `remount,${isWritable ? 'rw' : 'ro'}`, volume)
      else permit(volume, isWritable)
    }
    undo.push(() => setWritable(true))

    expect(await (await GatewayProcess.start({ directory: used })).terminate()).toMatchObject({ code: 0, stderr: '' })
    mkdirSync(fresh)
    setWritable(false)
    const before = contentOf(volume)
    for (const directory of [used, fresh, missing]) {
      const { code, stdout, stderr } = await new GatewayProcess({ directory }).ended
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(new RegExp(`^fillgate: DATA_DIR ${directory} cannot be written: (EROFS|EACCES): [^\\n]*\\n$`))
    }
    expect(contentOf(volume)).toEqual(before)

    setWritable(true)
    expect(await (await GatewayProcess.start({ directory: used })).terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)

/** Every file with its mode, time and bytes. */
function contentOf(volume: string): readonly (readonly [path: string, mode: number, changedMs: number, bytes: string])[] {
  return readdirSync(volume, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(volume, name)
      const { mode, mtimeMs } = statSync(path)
      return [name, mode, mtimeMs, statSync(path).isFile() ? readFileSync(path, 'base64') : '']
    })
}

function wayOfThisMachine(): 'mounted' | 'by permissions' {
  const probe = mkdtempSync(join(tmpdir(), 'fillgate-mount-'))
  const mayMount = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', probe]).status === 0
  if (mayMount) run('umount', '-l', probe)
  rmSync(probe, { recursive: true, force: true })
  if (mayMount) return 'mounted'
  if (process.getuid?.() === 0)
    throw new Error('root without the right to mount: nothing on this machine can be made read-only to it; run the tests as another user')
  return 'by permissions'
}

function permit(path: string, isWritable: boolean): void {
  const isFolder = statSync(path).isDirectory()
  chmodSync(path, (isFolder ? 0o500 : 0o400) | (isWritable ? 0o200 : 0))
  if (isFolder) for (const name of readdirSync(path)) permit(join(path, name), isWritable)
}

const mount = (...options: string[]): void => run('mount', ...options)

function run(command: string, ...options: string[]): void {
  const { status, stderr, error } = spawnSync(command, options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${options.join(' ')}: ${stderr || String(error)}`)
}
