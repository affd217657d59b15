// Makes JavaScript of a TypeScript program of this repository: the program and every file that it imports in one, and the packages that have many files
// as well, because a start that opens hundreds of files spends most of its time on that. import.meta.url keeps the meaning that it has in the source.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { basename, dirname, join, relative, sep } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'

const root = dirname(fileURLToPath(import.meta.url))
/** Which packages are there: npm writes it at every install. */
const INSTALLED = 'node_modules/.package-lock.json'

/** Packages that become a part of the program, with what they import themselves: together some hundreds of files. The others stay where they are. */
const BUNDLED = new Set([
  '@fastify/fast-json-stringify-compiler',
  '@fastify/helmet',
  '@fastify/swagger',
  'ajv-formats',
  'fastify',
  'prom-client',
  'typebox',
])
/** Of what they import: looks for files beside itself. */
const STAYS = new Set(['pino'])

/** What has been built lies here; it can be removed whenever nothing runs. */
export const BUILD = join(root, 'build')

/**
 * The JavaScript file of a program, built anew when one of its sources has changed since. Several processes may ask at once: a folder is named
 * after what is in it, and is there whole or not at all.
 */
export async function builtProgram(program) {
  const name = relative(root, program).replace(/\.ts$/, '').replaceAll(sep, '-')
  const note = join(BUILD, `${name}.json`)
  const last = readNote(note)
  if (last !== undefined && Object.entries(last.sources).every(isUnchanged)) {
    const built = join(BUILD, last.folder, last.file)
    if (existsSync(built)) return built
  }
  const sources = {}
  const read = (file) => {
    // before it is read: a change meanwhile is seen at the next start
    const stamp = stampOf(file)
    const text = stamp === MISSING ? '' : readFileSync(file, 'utf8')
    sources[toUrlPath(relative(root, file))] = { stamp, hash: hashOf(text) }
    return text
  }
  for (const file of builders()) read(join(root, file))
  const outputs = await bundle(program, read)
  // its process would stay as long as ours
  await (await import('esbuild')).stop()
  const hash = createHash('sha256')
  for (const { path, text } of outputs) hash.update(`${path}\n${text}\n`)
  const folder = `${name}-${hash.digest('hex').slice(0, 16)}`
  writeFolder(join(BUILD, folder), outputs)
  const file = basename(program).replace(/\.ts$/, '.js')
  writeWhole(note, JSON.stringify({ folder, file, sources }))
  return join(BUILD, folder, file)
}

/** What a program is made by, beside its own files; one that is not there is remembered as that. Others than npm write no INSTALLED. */
function builders() {
  const isInstalledByNpm = existsSync(join(root, INSTALLED))
  return ['bundle.js', 'run.js', INSTALLED, ...(isInstalledByNpm ? [] : ['package-lock.json'])]
}

/**
 * The files that a program becomes, for a folder of `build/`. `read`: the text of a source file. `isPlain`: built in a quarter of the time for what runs
 * for a moment, without packages, source map and constants.
 */
export async function bundle(program, read, { isPlain = false } = {}) {
  const esbuild = await import('esbuild')
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [program],
    outdir: join(BUILD, 'out'),
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    metafile: true,
    // what CommonJS packages load of Node
    banner: { js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);" },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: !isPlain,
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'silent',
    write: false,
    plugins: [
      {
        name: 'sources',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
            if (path.startsWith('node:')) return undefined
            const name = packageOf(path)
            const folders = relative(root, importer).split(sep)
            // a package may be a link to one that lies elsewhere
            const isOurs = folders[0] !== '..' && !folders.includes('node_modules')
            const isBundled = isOurs ? !isPlain && BUNDLED.has(name) : !STAYS.has(name)
            return isBundled ? undefined : { path, external: true }
          })
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const text = read(path)
            if (LIKE_A_DECLARATION.test(text))
              throw new Error(`${relative(root, path)} has a text with a line that begins as a declaration does`)
            const url = `new URL(${JSON.stringify(toUrlPath(relative(join(BUILD, 'out'), path)))}, import.meta.url).href`
            return { loader: 'ts', contents: text.replaceAll('import.meta.url', url) }
          })
        },
      },
    ],
  })
  return Promise.all(
    outputFiles.map(async ({ path, text }) => ({
      path: basename(path),
      text:
        path.endsWith('.js') && !isPlain ? await withConstants(text, { esbuild, modules: new Set(Object.keys(metafile.inputs)) }) : text,
    })),
  )
}

/** `@scope/name` or `name` of what is imported. */
function packageOf(path) {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')
}

/** A line of a text like this would be taken for one of esbuild's, see `withConstants`; escaped, or where texts are joined, it may become a line. */
const LIKE_A_DECLARATION = /(^|\\n|['"`])var [\w$]+ = /m

/**
 * Of the declarations of our own modules those as `const` that are never assigned again. esbuild makes each of them a `var`, and V8 takes that for
 * something that may change: it loads and checks every constant at every use, which costs the engine a seventh of its pace. The length
 * stays, so that the source map holds. What packages declare is left as it is: a line of theirs may be one of a text. No program may have an `enum` (tsc refuses it): what esbuild makes of one needs its var.
 */
async function withConstants(text, { esbuild, modules }) {
  const changing = new Set()
  for (;;) {
    let isOurs = true
    const changed = text.replace(/^(?:var ([\w$]+) = |\/\/ (.+)$)/gm, (start, name, module) => {
      // esbuild begins each module with its path
      if (modules.has(module)) isOurs = module.endsWith('.ts')
      return name === undefined || !isOurs || changing.has(name) ? start : `const ${name}=`
    })
    const { warnings } = await esbuild.transform(changed, { format: 'esm', target: 'node20', logLevel: 'silent', logLimit: 0 })
    const assigned = warnings.filter(({ id }) => id === 'assign-to-constant').map(({ text }) => /"(.+)"/.exec(text)[1])
    if (assigned.length === 0) return changed
    const known = changing.size
    for (const name of assigned) changing.add(name)
    if (changing.size === known) throw new Error(`a constant is assigned: ${assigned.join(', ')}`)
  }
}

function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // not built yet, or a disk that was full or lost its power
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Same time and size, or the same text: who copies or unpacks the repository with its build/ changes the times, and may not be able to build. */
function isUnchanged([file, { stamp, hash }]) {
  const path = join(root, decodeURIComponent(file))
  const found = stampOf(path)
  return found === stamp || (found !== MISSING && hashOf(readFileSync(path, 'utf8')) === hash)
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

const MISSING = 'none'

function stampOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? MISSING : `${stat.size} ${stat.mtimeMs}`
}

/**
 * Whoever may read the sources may read what is made of them. The gateway builds its threads under an umask that is for what is in its data directory, and
 * another user may be the next to start it. What its owner may do stays: sources may be for nobody to write.
 */
function letOthersRead(path, source) {
  chmodSync(path, (statSync(path).mode & 0o700) | (statSync(source).mode & 0o055))
}

/** A name is given to what is on the disk alone: a folder that is there is not looked into again. */
const DURABLE = { flush: true }

export function writeFolder(folder, outputs) {
  if (existsSync(folder)) return
  const partial = `${folder}.${process.pid}-${threadId}`
  if (mkdirSync(dirname(folder), { recursive: true }) !== undefined) letOthersRead(dirname(folder), root)
  // in a container the process before had the same number, and may have ended here
  mkdirSync(partial, { recursive: true })
  letOthersRead(partial, root)
  for (const { path, text } of outputs) writeReadable(join(partial, path), text)
  try {
    renameSync(partial, folder)
  } catch (error) {
    // somebody else was first, with the same
    if (!existsSync(folder)) throw error
    rmSync(partial, { recursive: true })
  }
}

function writeReadable(file, text) {
  writeFileSync(file, text, DURABLE)
  letOthersRead(file, fileURLToPath(import.meta.url))
}

function writeWhole(file, text) {
  const partial = `${file}.${process.pid}-${threadId}`
  writeReadable(partial, text)
  renameSync(partial, file)
}

function toUrlPath(path) {
  return path.split(sep).map(encodeURIComponent).join('/')
}
