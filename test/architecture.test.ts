import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

type Rule = { readonly values: readonly string[]; readonly types?: readonly string[] }

/** What the composition root makes its parts of. */
const everything: readonly string[] = [
  'config',
  'config.ts',
  'delivery',
  'documents',
  'domain',
  'engine',
  'fix',
  'genesis',
  'http',
  'market',
  'recovery',
  'sequencer.ts',
  'storage',
  'telemetry',
  'timer.ts',
]

/** What each part of src may import from the others: values, and parts of which it may know the types only (instances come from app.ts). */
const directions: Readonly<Record<string, Rule>> = {
  domain: { values: [] },
  engine: { values: ['domain'] },
  storage: { values: ['domain'] },
  documents: { values: ['domain', 'own-turn.ts'] },
  market: { values: ['domain'] },
  telemetry: { values: ['domain'] },
  delivery: { values: ['domain', 'own-turn.ts', 'storage', 'telemetry'] },
  fix: { values: ['domain', 'storage', 'telemetry'], types: ['sequencer.ts', 'market', 'delivery'] },
  http: { values: ['domain', 'own-turn.ts', 'storage', 'telemetry'], types: ['sequencer.ts', 'market', 'delivery', 'documents'] },
  'sequencer.ts': { values: ['domain'] },
  config: { values: ['domain'], types: ['config.ts', 'engine', 'fix', 'http'] },
  'config.ts': { values: ['config', 'domain'] },
  genesis: { values: ['config', 'domain', 'genesis.ts', 'http', 'storage'], types: ['config.ts', 'fix', 'sequencer.ts'] },
  'genesis.ts': { values: ['config', 'domain', 'fix', 'genesis', 'http', 'storage'], types: ['config.ts'] },
  'credentials.ts': { values: ['config.ts', 'domain', 'http', 'operations', 'storage'] },
  operations: { values: ['config.ts', 'delivery', 'domain', 'engine', 'market', 'recovery', 'storage', 'telemetry'] },
  recovery: { values: ['domain', 'engine', 'fix', 'market', 'storage', 'telemetry'] },
  'own-turn.ts': { values: [] },
  'timer.ts': { values: [] },
  'banner.ts': { values: [], types: ['app.ts'] },
  app: { values: everything },
  'app.ts': { values: ['app', ...everything] },
  'main.ts': { values: ['app', 'app.ts', 'banner.ts', 'config', 'config.ts', 'telemetry'] },
}

/** The one part that knows a package. */
const packageHomes: readonly (readonly [pattern: RegExp, home: string])[] = [
  [/^(jspurefix|tsyringe|reflect-metadata)(\/|$)/, 'fix'],
  [/^(fastify|@fastify\/.+)$/, 'http'],
  [/^better-sqlite3$/, 'storage'],
  [/^pdfkit$/, 'documents'],
  [/^(pino|pino-pretty|prom-client)$/, 'telemetry'],
]

/** The core sees no clock, no randomness, no waiting, no package and no outside world. */
const pureParts = ['domain', 'engine']
const impureCode = [
  /\bDate\.now\b/,
  /\bnew Date\b/,
  /\bMath\.random\b/,
  /\b(?:await|async)\b/,
  /\bset(?:Timeout|Interval|Immediate)\b/,
  /\bqueueMicrotask\b/,
  /\bconsole\b/,
  /\b(?:process|performance|crypto|globalThis)\./,
]

/** Nothing is run that is not in a file of the source: no code from text, no module by a name that is computed. */
const codeFromText = [/\beval\s*\(/, /\bFunction\s*\(/]
/** `import(…)` or `require(…)` of anything but a literal */
const computedModule = /\b(?:import|require)\s*\((?!\s*'')/
/** jspurefix's own modules, from a list in the file */
const mayRequire = ['src/fix/connection/jspurefix.ts']

const root = fileURLToPath(new URL('..', import.meta.url))
const importPattern = /\b(?:import|export)(\s+type)?\b(?:[^'"`;()]*?\bfrom\s*|\s*\(?\s*)'([^']+)'/g

describe('the source tree', () => {
  const files = sourcesIn('src')

  test('keeps the import directions, the homes of the packages and the purity of the core', () => {
    expect(files.flatMap((file) => breaches(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})

test('the gateway, its commands and its demo need every package that is installed for them, and none that is for developers alone', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const packages = [...sourcesIn('src'), ...sourcesIn('demo'), 'client/index.ts', 'bundle.js', 'run.js'].flatMap((file) => {
    const text = withoutComments(readFileSync(join(root, file), 'utf8'))
    const imported = [...text.matchAll(importPattern)].flatMap(([, typeOnly, specifier]) => (typeOnly === undefined ? [specifier!] : []))
    const files = [...text.matchAll(/\)\.resolve\('([^']+)'\)/g)].map(([, specifier]) => specifier!)
    return [...imported, ...files].filter((specifier) => !/^(\.|node:)/.test(specifier)).map(packageOf)
  })
  expect([...new Set(packages)].sort()).toEqual(Object.keys(dependencies).sort())
})

test('the REST edge waits for what storage shows by the one function that ends where storage fails', () => {
  const waiting = sourcesIn('src/http').filter((file) => readFileSync(join(root, file), 'utf8').includes('.caughtUp('))
  expect(waiting).toEqual(['src/http/gateway.ts'])
})

test('docs/security.md names tests that there are', () => {
  const named = [...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/`(test\/[a-z/-]+)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, `${path}.test.ts`)))).toEqual([])
})

describe('the scan', () => {
  test.each([
    ['engine', "import { x } from '../storage/journal.ts'", 'imports storage'],
    ['engine', "import {\n  type A,\n  b,\n} from '../fix/session.ts'", 'imports fix'],
    ['engine', "export * from '../http/server.ts'", 'imports http'],
    ['engine', "const x = import('../market/quotes.ts')", 'imports market'],
    ['engine', "import { readFileSync } from 'node:fs'", 'imports node:fs'],
    ['engine', "import pino from 'pino'", 'imports pino'],
    ['domain', "import type { State } from '../engine/state.ts'", 'imports engine'],
    ['storage', "import '../app.ts'", 'imports app.ts'],
    ['fix', "import type { Server } from '../http/server.ts'", 'imports http'],
    ['fix', "import { Sequencer } from '../sequencer.ts'", 'imports sequencer.ts for more than its types'],
    ['http', "import Database from 'better-sqlite3'", 'imports better-sqlite3'],
    ['fix', "import helmet from '@fastify/helmet'", 'imports @fastify/helmet'],
    [
      'storage',
      "import { TcpAcceptor } from 'jspurefix/dist/transport/tcp/tcp-acceptor.js'",
      'imports jspurefix/dist/transport/tcp/tcp-acceptor.js',
    ],
    ['storage', 'const dir = process.env.DATA_DIR', 'reads process.env'],
    ['engine', 'const at = Date.now()', 'uses Date.now'],
    ['domain', 'const at = new Date()', 'uses new Date'],
    ['engine', 'const r = Math.random()', 'uses Math.random'],
    ['engine', 'const r = await commit()', 'uses await'],
    ['engine', 'setTimeout(expire, 10)', 'uses setTimeout'],
    ['domain', 'console.log(1)', 'uses console'],
    ['http', "eval('1')", 'runs text: eval('],
    ['http', "const f = new Function('return 1')", 'runs text: Function('],
    ['storage', "import { runInNewContext } from 'node:vm'", 'imports node:vm'],
    ['delivery', 'const part = await import(name)', 'loads a module by a computed name'],
    ['delivery', 'const part = require(`./${name}`)', 'loads a module by a computed name'],
    [
      'storage',
      "const sql = 'SELECT id FROM audit ORDER BY id LIMIT ?'",
      'binds a LIMIT that stands alone: storage/row-limit.ts says why not',
    ],
    [
      'storage',
      'const sql = `SELECT id FROM audit LIMIT @count OFFSET @skip`',
      'binds a LIMIT that stands alone: storage/row-limit.ts says why not',
    ],
    ['domain', "import { Decimal } from 'decimal.js'", 'imports decimal.js'],
    ['utils', 'export const one = 1', 'has no row in the table of directions'],
  ])('in %s, %j: %s', (part, source, breach) => {
    expect(breaches(`src/${part}/example.ts`, source)).toEqual([`src/${part}/example.ts ${breach}`])
  })

  test.each([
    ['engine', "import type { Order } from '../domain/order.ts'\nimport { apply } from './apply.ts'"],
    ['http', "import type { Sequencer } from '../../sequencer.ts'", 'resources/'],
    ['engine', "// never Date.now(), import { x } from '../fix/x.ts'\n/* await, eval(x) */ const text = 'new Date at console'"],
    ['storage', 'const at = Date.now()'],
  ])('in %s, %j is in order', (part, source, folder = '') => {
    expect(breaches(`src/${part}/${folder}example.ts`, source)).toEqual([])
  })
})

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => toPosix(join(folder, path)))
}

/** `@scope/name` or `name` of what is imported. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function breaches(file: string, text: string): string[] {
  const part = file.split('/')[1]!
  const rule = directions[part]
  if (rule === undefined) return [`${file} has no row in the table of directions`]
  const code = withoutComments(text)
  const bare = withoutStrings(code)
  const found = [
    ...importBreaches({ file, part, rule, code }),
    ...codeBreaches(part, bare),
    ...textBreaches(file, bare),
    ...statementBreaches(code),
  ]
  return found.map((breach) => `${file} ${breach}`)
}

function importBreaches({ file, part, rule, code }: { file: string; part: string; rule: Rule; code: string }): string[] {
  return [...code.matchAll(importPattern)].flatMap(([, typeOnly, specifier]) => {
    if (!specifier!.startsWith('.')) return mayImportPackage(part, specifier!) ? [] : [`imports ${specifier!}`]
    const target = toPosix(join(dirname(file), specifier!)).split('/')[1] ?? specifier!
    if (target === part || rule.values.includes(target)) return []
    if (!rule.types?.includes(target)) return [`imports ${target}`]
    return typeOnly === undefined ? [`imports ${target} for more than its types`] : []
  })
}

function mayImportPackage(part: string, specifier: string): boolean {
  if (pureParts.includes(part)) return false
  if (specifier === 'node:vm') return false
  const home = packageHomes.find(([pattern]) => pattern.test(specifier))?.[1]
  return home === undefined || home === part
}

function codeBreaches(part: string, code: string): string[] {
  const impure = pureParts.includes(part) ? impureCode.flatMap((pattern) => pattern.exec(code)?.[0] ?? []) : []
  const environment = part !== 'config.ts' && /\bprocess\.env\b/.test(code) ? ['reads process.env'] : []
  return [...impure.map((name) => `uses ${name}`), ...environment]
}

function textBreaches(file: string, bare: string): string[] {
  const run = codeFromText.flatMap((pattern) => pattern.exec(bare)?.[0] ?? [])
  const isComputed = computedModule.test(bare) && !mayRequire.includes(file)
  return [...run.map((text) => `runs text: ${text}`), ...(isComputed ? ['loads a module by a computed name'] : [])]
}

function statementBreaches(code: string): string[] {
  return /\bLIMIT\s+[?@:]/.test(code) ? ['binds a LIMIT that stands alone: storage/row-limit.ts says why not'] : []
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
}

function withoutStrings(code: string): string {
  return code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
}

function toPosix(path: string): string {
  return path.split(sep).join('/')
}
