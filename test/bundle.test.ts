import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { bundle, writeFolder } from '../bundle.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A repository of one program, which prints `hello` and what it has imported. */
function repository({ called = 'repository' } = {}) {
  const above = mkdtempSync(join(tmpdir(), 'fillgate-bundle-'))
  onTestFinished(() => rmSync(above, { recursive: true }))
  const directory = join(above, called)
  mkdirSync(directory)
  for (const file of ['run.js', 'bundle.js', 'package.json', 'package-lock.json']) copyFileSync(join(ROOT, file), join(directory, file))
  const packages = join(directory, 'node_modules')
  mkdirSync(packages)
  symlinkSync(join(ROOT, 'node_modules/esbuild'), join(packages, 'esbuild'))
  writeFileSync(join(directory, 'a program.ts'), "import { name } from './name.ts'\nconsole.log(`hello ${name}`)\n")
  const build = join(directory, 'build')
  const name = join(directory, 'name.ts')
  const changeName = (to: string): void => writeFileSync(name, `export const name: string = '${to}'\n`)
  changeName('world')
  return {
    above,
    directory,
    build,
    name,
    changeName,
    /** puts a package of one CommonJS file there */
    addPackage(called: string, source: string, folder = packages) {
      mkdirSync(join(folder, called), { recursive: true })
      writeFileSync(join(folder, called, 'package.json'), '{}')
      writeFileSync(join(folder, called, 'index.js'), source)
    },
    removePackage: (called: string) => rmSync(join(packages, called), { recursive: true }),
    note: join(build, 'a program.json'),
    run: (cwd = directory, from = directory) =>
      execFileSync(process.execPath, [join(from, 'run.js'), join(from, 'a program.ts')], { cwd, timeout: 60_000 }).toString(),
    fails(program: string) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['run.js', program], { cwd: directory })
      return { status, stdout: stdout.toString(), stderr: stderr.toString() }
    },
    built: () => readdirSync(build).filter((entry) => !entry.endsWith('.json')),
  }
}

test('a program is built once, from wherever it is run, and again when one of its sources has changed', () => {
  const { run, changeName, built, note, directory } = repository()
  expect(run()).toBe('hello world\n')
  const { mtimeMs } = statSync(note)
  expect(run(tmpdir())).toBe('hello world\n')
  expect(statSync(note).mtimeMs).toBe(mtimeMs)
  const first = built()
  expect(first).toHaveLength(1)
  rmSync(join(directory, 'build'), { recursive: true })
  run(tmpdir())
  expect(built()).toEqual(first)
  changeName('moon')
  expect(run()).toBe('hello moon\n')
})

test('whoever may read the sources may read what is built, whatever the umask of who builds it', () => {
  const { directory, build, built, note } = repository()
  chmodSync(directory, 0o755)
  chmodSync(join(directory, 'bundle.js'), 0o644)
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
  const program = join(directory, 'a program.ts')
  execFileSync('sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, join(directory, 'run.js'), program])
  const folder = join(build, built()[0]!)
  expect([build, folder, join(folder, 'a program.js'), note].map(modeOf)).toEqual(['755', '755', '644', '644'])
  // it is nobody else's where the sources are not
  rmSync(build, { recursive: true })
  chmodSync(directory, 0o700)
  chmodSync(join(directory, 'bundle.js'), 0o600)
  execFileSync(process.execPath, [join(directory, 'run.js'), program])
  expect([build, folder, join(folder, 'a program.js'), note].map(modeOf)).toEqual(['700', '700', '600', '600'])
})

test('who builds may write what is built, also where nobody may write the sources', () => {
  const { directory, build, run, built, note } = repository()
  mkdirSync(build)
  chmodSync(join(directory, 'bundle.js'), 0o444)
  chmodSync(directory, 0o555)
  onTestFinished(() => chmodSync(directory, 0o755))
  expect(run()).toBe('hello world\n')
  const folder = join(build, built()[0]!)
  expect([folder, join(folder, 'a program.js'), note].map((path) => (statSync(path).mode & 0o200) !== 0)).toEqual([true, true, true])
})

test('what a process has left that ended in the middle is no hindrance to the next with its number', () => {
  const folder = join(repository().above, 'build', 'program-0123')
  const left = `${folder}.${process.pid}-${threadId}`
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'program.js'), 'conso')
  writeFolder(folder, [{ path: 'program.js', text: "console.log('whole')" }])
  expect(readFileSync(join(folder, 'program.js'), 'utf8')).toBe("console.log('whole')")
  expect(existsSync(left)).toBe(false)
})

test.skipIf(!existsSync(`/proc/self/task/${process.pid}/children`))('what builds a program does not stay beside it', () => {
  const { run, name } = repository()
  // ends when it has no children any more
  const source = `import { readFileSync } from 'node:fs'
const children = () => readFileSync(\`/proc/self/task/\${process.pid}/children\`, 'utf8')
while (children() !== '') await new Promise(setImmediate)
export const name = 'alone'
`
  writeFileSync(name, source)
  expect(run()).toBe('hello alone\n')
})

test('what never changes is built as a constant, which V8 need not look up again, and what changes is not', () => {
  const { run, name, build, built } = repository()
  const source = "const greeting = 'wor'\nlet count = 0\nexport const name = `${greeting}ld ${++count}`\n"
  writeFileSync(name, source)
  expect(run()).toBe('hello world 1\n')
  const declarations = readFileSync(join(build, built()[0]!, 'a program.js'), 'utf8').match(/^(const|var) .*$/gm)
  expect(declarations).toEqual(["const greeting='wor';".replaceAll("'", '"'), 'var count = 0;', 'const name=`${greeting}ld ${++count}`;'])
})

test('a package of many files becomes a part of the program, its texts as they are; any other is loaded from where it is', () => {
  const { run, fails, name, addPackage, removePackage, directory } = repository()
  addPackage(
    'fastify',
    "const { sep } = require('node:path')\nvar text = `${sep}\nvar b = 1\n` + require('of-fastify')\nmodule.exports = { text, pino: require('pino') }\n",
  )
  addPackage('of-fastify', "module.exports = 'of fastify'\n")
  addPackage('pino', "module.exports = 'pino'\n")
  addPackage('another', "exports.another = 'another'\n")
  writeFileSync(join(directory, 'ours.js'), "export { another } from 'another'\n")
  writeFileSync(
    name,
    "import { another } from './ours.js'\nimport { pino, text } from 'fastify'\nexport const name = [text, pino, another].join(' ')\n",
  )
  const printed = 'hello /\nvar b = 1\nof fastify pino another\n'
  expect(run()).toBe(printed)
  removePackage('fastify')
  removePackage('of-fastify')
  expect(run()).toBe(printed)
  removePackage('pino')
  expect(fails('a program.ts').stderr).toContain("Cannot find module 'pino'")
  removePackage('another')
  expect(fails('a program.ts').stderr).toContain("Cannot find package 'another'")
})

test('a package that is a link to one elsewhere brings the packages that it imports', () => {
  const { run, name, addPackage, above, directory } = repository()
  addPackage('fastify', "exports.name = require('of-fastify')\n", above)
  addPackage('of-fastify', "module.exports = 'of fastify'\n", join(above, 'fastify/node_modules'))
  symlinkSync(join(above, 'fastify'), join(directory, 'node_modules/fastify'))
  writeFileSync(name, "export { name } from 'fastify'\n")
  expect(run()).toBe('hello of fastify\n')
})

test('the packages of many files are a part of the gateway', async () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>
  }
  const outputs = await bundle(join(ROOT, 'src/main.ts'), (file) => readFileSync(file, 'utf8'))
  // esbuild begins each module with its path
  const modules = outputs.flatMap(({ text }) => [...text.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) => name!))
  expect([...new Set(modules)].filter((name) => name in dependencies).sort()).toEqual([
    '@fastify/fast-json-stringify-compiler',
    '@fastify/helmet',
    '@fastify/swagger',
    'fastify',
    'prom-client',
    'typebox',
  ])
})

test.each(['repository', 'a (second) one'])('a stack names the lines of sources and of packages, in a folder called "%s"', (called) => {
  const { fails, name, addPackage, directory } = repository({ called })
  addPackage('fastify', '// one\n// two\nexports.run = (work) => work()\n')
  writeFileSync(name, "import { run } from 'fastify'\n\nexport const name: string = run(() => {\n  throw new Error('no name')\n})\n")
  const { stderr } = fails('a program.ts')
  const at = (file: string): string => pathToFileURL(join(directory, file)).href
  expect(stderr).toContain('Error: no name')
  expect(stderr).toContain(`${at('name.ts')}:4:9`)
  expect(stderr).toContain(`${at('node_modules/fastify/index.js')}:3:25`)
})

test('a program is found by way of a symbolic link to its repository', () => {
  const { run, above, directory, build } = repository()
  const link = join(above, 'link')
  symlinkSync(directory, link)
  expect(run(tmpdir(), link)).toBe('hello world\n')
  expect(readdirSync(build)).toContain('a program.json')
})

test.each([
  ['as npm says', 'node_modules/.package-lock.json'],
  ['as it should be, where npm has not said', 'package-lock.json'],
])('a program is built again when other packages have been installed, %s', (_case, lock) => {
  const { run, name, addPackage, removePackage, directory } = repository()
  writeFileSync(join(directory, lock), '{ "old": true }')
  addPackage('fastify', "exports.name = 'old'\n")
  writeFileSync(name, "export { name } from 'fastify'\n")
  expect(run()).toBe('hello old\n')
  removePackage('fastify')
  addPackage('fastify', "exports.name = 'new'\n")
  expect(run()).toBe('hello old\n')
  writeFileSync(join(directory, lock), '{ "new": true }')
  expect(run()).toBe('hello new\n')
})

test('what is said of the packages can be missing, as in a release that has been made smaller', () => {
  const { run, note, directory } = repository()
  rmSync(join(directory, 'package-lock.json'))
  expect(run()).toBe('hello world\n')
  const { ino } = statSync(note)
  expect(run()).toBe('hello world\n')
  expect(statSync(note).ino).toBe(ino)
})

test.each([
  ['in a template', 'export const name = `x\nvar b = 1`\n'],
  ['escaped', 'export const name = `x\\nvar b = 1`\n'],
  ['joined to another', "export const name = 'x\\n' + 'var c = 2' + `y`\n"],
])('a text that could be taken for a declaration, %s, is refused', (_case, source) => {
  const { fails, name } = repository()
  writeFileSync(name, source)
  const { status, stdout, stderr } = fails('a program.ts')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('name.ts has a text with a line that begins as a declaration does')
})

test('sources that have other times and the same text, as in a copy, are not built again', () => {
  const { run, name, note } = repository()
  run()
  const { ino } = statSync(note)
  utimesSync(name, 1, 1)
  expect(run()).toBe('hello world\n')
  expect(statSync(note).ino).toBe(ino)
})

test('what a crash of the machine has left of a build is built anew', () => {
  const { run, note, build, built } = repository()
  run()
  const whole = readFileSync(note, 'utf8')
  writeFileSync(note, '')
  expect(run()).toBe('hello world\n')
  expect(readFileSync(note, 'utf8')).toBe(whole)
  rmSync(join(build, built()[0]!), { recursive: true })
  expect(run()).toBe('hello world\n')
})

test('a program that is not there or can not be built is a line that says so', () => {
  const { fails, build, directory } = repository()
  expect(fails('none.ts')).toEqual({ status: 1, stdout: '', stderr: `no such file: ${join(directory, 'none.ts')}\n` })
  writeFileSync(build, '')
  const { status, stdout, stderr } = fails('a program.ts')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^a program\.ts can't be built in .*: ENOTDIR: not a directory.*\n$/)
})

test('a program that waits for what never comes has not done its work; a build that comes to an end has', () => {
  const { fails, name } = repository()
  expect(fails('--build')).toEqual({ status: 0, stdout: '', stderr: '' })
  writeFileSync(name, "export const name: string = await new Promise(() => console.log('waits'))\n")
  expect(fails('a program.ts')).toEqual({ status: 13, stdout: 'waits\n', stderr: '' })
})

test('what an operator runs is built at install, with its threads and processes: it may not be able to write where it runs', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Readonly<Record<string, string>> }
  const programsOf = (name: string): readonly string[] => scripts[name]!.match(/src\/\S+\.ts/g)!
  const commands = ['start', 'credentials', 'backup', 'restore', 'migrate', 'verify'].flatMap(programsOf)
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  const started = files.filter((file) => /(-worker|snapshotter)\.ts$/.test(file)).map((file) => `src/${file}`)
  expect([...programsOf('postinstall')].sort()).toEqual([...commands, ...started].sort())
})
