// Runs a TypeScript program of this repository: node run.js src/main.ts [arguments], or new Worker(<this file>, { argv: [<program>] }).
// It strips the types of the program and of every file that it imports into build/ (only what has changed since the last run)
// and then runs plain JavaScript: nothing stands between Node and the modules at run time, in workers neither.
// import.meta.url keeps the meaning that it has in the source; stack traces name source lines.
import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'

const root = dirname(fileURLToPath(import.meta.url))
const localImport = /(\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)\.ts"/g
const builtImport = /(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)\.js"/g

refuseOtherNodeVersions()
const entry = process.argv[2]
if (entry === undefined) stop('usage: node run.js <program.ts> [arguments], or node run.js --build <program.ts> ...')
if (entry === '--build') {
  // at install, so that the first start is as quick as any other
  for (const file of process.argv.slice(3)) await buildWithImports(resolve(file))
} else {
  const program = resolve(entry)
  if (relative(root, program).startsWith('..')) stop(`${program} is not in ${root}`)
  process.argv.splice(1, 2, program)
  process.setSourceMapsEnabled(true)
  await buildWithImports(program)
  await import(pathToFileURL(builtFile(program)).href)
}

/** better-sqlite3 12 aborts under load on later versions of Node; earlier ones lack what we use. Same range as engines in package.json. */
function refuseOtherNodeVersions() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 13)) return
  stop(`Fillgate needs Node.js 20.19 or later 20.x, or 22.13 or later 22.x; this is ${process.versions.node}`)
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

async function buildWithImports(file) {
  let esbuild
  const seen = new Set()
  await visit(file)
  await esbuild?.stop()

  async function visit(source) {
    if (seen.has(source)) return
    seen.add(source)
    const built = builtFile(source)
    const sourceTime = modified(source)
    if (sourceTime === undefined) stop(`no such file: ${source}`)
    const code = isFresh(built, sourceTime) ? readFileSync(built, 'utf8') : await build(source, built, sourceTime)
    await Promise.all([...code.matchAll(builtImport)].map(([, path]) => visit(resolve(dirname(source), `${path}.ts`))))
  }

  async function build(source, built, sourceTime) {
    esbuild ??= await import('esbuild')
    const { code } = await esbuild.transform(readFileSync(source, 'utf8'), {
      loader: 'ts',
      format: 'esm',
      target: 'node20',
      sourcefile: pathToFileURL(source).href,
      sourcemap: 'inline',
      sourcesContent: false,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    })
    const sourceUrl = `new URL(${JSON.stringify(toUrlPath(relative(dirname(built), source)))}, import.meta.url).href`
    const output = code.replace(localImport, '$1"$2.js"').replaceAll('import.meta.url', sourceUrl)
    write(built, output, sourceTime)
    return output
  }
}

function builtFile(source) {
  return join(root, 'build', relative(root, source).replace(/\.ts$/, '.js'))
}

/** A built file carries its source's modification time, and is rebuilt when this program is newer than it. */
function isFresh(built, sourceTime) {
  const stat = statSync(built, { throwIfNoEntry: false })
  return stat !== undefined && Math.round(stat.mtimeMs) === sourceTime && stat.ctimeMs > modified(fileURLToPath(import.meta.url))
}

function modified(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? undefined : Math.floor(stat.mtimeMs)
}

/** Whole or not at all: several processes may start at once. */
function write(file, text, timeMs) {
  mkdirSync(dirname(file), { recursive: true })
  const partial = `${file}.${process.pid}-${threadId}`
  writeFileSync(partial, text)
  utimesSync(partial, timeMs / 1000, timeMs / 1000)
  renameSync(partial, file)
}

function toUrlPath(path) {
  return path.split(sep).map(encodeURIComponent).join('/')
}
