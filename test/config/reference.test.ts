import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentTable, settingsTable } from './settings-table.ts'

const defaults = JSON.parse(readFileSync(new URL('../../config/default.json', import.meta.url), 'utf8')) as unknown
const rows = settingsTable(defaults).trimEnd().split('\n')

test('every setting of config/default.json is in the table once, with its default', () => {
  const leaves = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, member]) => leaves(member, path === '' ? key : `${path}.${key}`))
      : [`| \`${path}\` | ${Array.isArray(value) && value.length > 0 ? '`DESK1`, `DESK2`, `DROP1`' : `\`${JSON.stringify(value)}\``} |`]
  expect(
    rows
      .slice(2)
      .map((row) => row.split(' | ').slice(0, 2).join(' | ') + ' |')
      .toSorted(),
  ).toEqual(leaves(defaults, '').toSorted())
})

test('a row says what the setting may be and does', () => {
  expect(rows.find((row) => row.includes('engine.max_open_orders'))).toBe(
    '| `engine.max_open_orders` | `500` | an integer from 1 up or null | open orders of an account; null = no limit |',
  )
})

test('every setting is described', () => {
  expect(rows.filter((row) => / \|  \|$/.test(row))).toEqual([])
})

test('the environment variables are those of the README', () => {
  expect(environmentTable()).toBe(`| variable | setting |
| --- | --- |
| \`HTTP_PORT\` | \`server.http_port\` |
| \`FIX_PORT\` | \`server.fix_port\` |
| \`HOST\` | \`server.host\` |
| \`DATA_DIR\` | \`data_dir\` |
| \`MANAGEMENT_HOST\` | \`server.management_host\` |
| \`MANAGEMENT_PORT\` | \`server.management_port\` |
| \`LOG_LEVEL\` | \`log_level\` |
| \`CONFIG\` | a file that is merged over \`config/default.json\` |
`)
})

test('the README has the table of settings', () => {
  expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain(settingsTable(defaults).trimEnd())
})
