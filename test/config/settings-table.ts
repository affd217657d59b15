import type { TSchema } from 'typebox'
import { expectationOf } from '../../src/config/check.ts'
import { CONFIG_VARIABLE, ENVIRONMENT } from '../../src/config/environment.ts'
import { ConfigSchema } from '../../src/config/schema.ts'

/** The README's table of environment variables. */
export function environmentTable(): string {
  const rows = Object.entries(ENVIRONMENT).map(([name, { path }]) => `| \`${name}\` | \`${path.join('.')}\` |`)
  return [
    `| variable | setting |`,
    '| --- | --- |',
    ...rows,
    `| \`${CONFIG_VARIABLE}\` | a file that is merged over \`config/default.json\` |`,
    '',
  ].join('\n')
}

/** The README's table of settings, from the schema and the defaults of config/default.json. */
export function settingsTable(defaults: unknown): string {
  return ['| setting | default | values | what it does |', '| --- | --- | --- | --- |', ...rowsOf(ConfigSchema, defaults, ''), ''].join(
    '\n',
  )
}

function rowsOf(schema: TSchema, value: unknown, prefix: string): string[] {
  const { properties } = schema as {
    readonly properties: Record<string, TSchema & { readonly properties?: unknown; readonly description?: string }>
  }
  return Object.entries(properties).flatMap(([key, member]) => {
    const path = prefix + key
    const set = (value as Readonly<Record<string, unknown>>)[key]
    if (member.properties) return rowsOf(member, set, `${path}.`)
    return [`| \`${path}\` | ${defaultText(set)} | ${cell(expectationOf(member as TSchema))} | ${cell(member.description ?? '')} |`]
  })
}

function defaultText(value: unknown): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item: { readonly sender_comp_id?: string }) => `\`${item.sender_comp_id ?? JSON.stringify(item)}\``).join(', ')
  return `\`${JSON.stringify(value)}\``
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
