// Runs a TypeScript program of this repository: node run.js src/main.ts [arguments], or new Worker(<this file>, { argv: [<program>] }).
// The program is built first where it has changed since the last run (bundle.js). Stack traces name source lines.
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread, parentPort } from 'node:worker_threads'
import { BUILD, builtProgram } from './bundle.js'

const root = dirname(fileURLToPath(import.meta.url))
/** of built files, once a stack has asked */
const maps = new Map()

refuseOtherNodeVersions()
const entry = process.argv[2]
if (entry === undefined) stop('usage: node run.js <program.ts> [arguments], or node run.js --build <program.ts> ...')
// not awaited: Node 20 aborts where the process ends just as a thread begins with a module that awaits
const work = entry === '--build' ? buildAnew(process.argv.slice(3)) : run(entry).catch(isMainThread ? refuseOtherBuild : tellFailure)
process.once('beforeExit', endUnfinished)
void work.then(() => process.off('beforeExit', endUnfinished))

/** Nothing is left to run, and the program still waits at its top. It has not done its work, and ends as Node ends a module that awaits so. */
function endUnfinished() {
  process.exitCode = 13
}

/** At install, so that the first start is as quick as any other. */
async function buildAnew(files) {
  rmSync(BUILD, { recursive: true, force: true })
  for (const file of files) await build(placeOf(file))
}

async function run(entry) {
  const program = placeOf(entry)
  if (relative(root, program).startsWith('..')) stop(`${program} is not in ${root}`)
  process.argv.splice(1, 2, program)
  Error.prepareStackTrace = stackOfSources
  await import(pathToFileURL(await build(program)).href)
}

/**
 * What ends a thread is told to whoever started it (src/storage/worker-thread.ts). Thrown, it would abort the process where that ends just then: Node 20
 * can't take an uncaught exception of a thread that is being ended.
 */
function tellFailure(thrown) {
  parentPort.postMessage({ threadFailure: failureOf(thrown) })
  process.exit(1)
}

/** A package that npm has compiled for another Node.js, which is not installed anew with it. Node says so in several lines. */
function refuseOtherBuild(thrown) {
  if (thrown?.code !== 'ERR_DLOPEN_FAILED') throw thrown
  stop(`${thrown.message.replaceAll(/\s+/g, ' ')} npm ci installs what this Node.js ${process.versions.node} needs.`)
}

function failureOf(thrown) {
  const { name, message, stack, code, cause } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return {
    name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && { cause: failureOf(cause) }),
  }
}

/** Where a program really lies, as `root` is where this file does: either may be named by way of a symbolic link. */
function placeOf(file) {
  const path = resolve(file)
  return existsSync(path) ? realpathSync(path) : path
}

/** The program as a file of build/; where there is none to be had, the process, or this thread, ends with the reason. */
async function build(program) {
  if (!existsSync(program)) stop(`no such file: ${program}`)
  try {
    return await builtProgram(program)
  } catch (error) {
    return stop(`${relative(root, program)} can't be built in ${BUILD}: ${error.message}`)
  }
}

/** better-sqlite3 12 aborts under load on later versions of Node; earlier ones lack what we use. Same range as engines in package.json. */
function refuseOtherNodeVersions() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 13)) return
  stop(`Fillgate needs Node.js 20.19 or later 20.x, or 22.13 or later 22.x; this is ${process.versions.node}`)
}

function stop(message) {
  // of a thread, whoever started it says so
  if (!isMainThread) throw new Error(message)
  console.error(message)
  process.exit(1)
}

/** A stack as Node writes it, but for places in built files. Node's own way would read every map at the start, most of them for nothing. */
function stackOfSources(error, callSites) {
  const places = callSites.map((site) => `\n    at ${String(site).replace(/(file:\/\/\S+?\.js):(\d+):(\d+)/, sourcePlace)}`)
  return `${headOf(error)}${places.join('')}`
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return '<error>'
  }
}

function sourcePlace(place, url, line, column) {
  if (!url.startsWith(pathToFileURL(BUILD).href)) return place
  if (!maps.has(url)) maps.set(url, readMap(url))
  const { originalSource, originalLine, originalColumn } = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1) ?? {}
  return originalSource === undefined ? place : `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`
}

function readMap(url) {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')))
  } catch {
    // a stack that names the built line is better than another error
    return undefined
  }
}
