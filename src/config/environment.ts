/** The environment variables of the gateway: which setting each one overrides, and how its text is read. */
export const ENVIRONMENT = {
  HTTP_PORT: { path: ['server', 'http_port'], read: readInteger },
  FIX_PORT: { path: ['server', 'fix_port'], read: readInteger },
  HOST: { path: ['server', 'host'], read: readText },
  DATA_DIR: { path: ['data_dir'], read: readText },
  MANAGEMENT_HOST: { path: ['server', 'management_host'], read: readText },
  MANAGEMENT_PORT: { path: ['server', 'management_port'], read: readInteger },
  LOG_LEVEL: { path: ['log_level'], read: readText },
} as const satisfies Record<string, { readonly path: readonly string[]; readonly read: (text: string) => unknown }>

/** Names a file that is merged over the defaults. */
export const CONFIG_VARIABLE = 'CONFIG'

export type Environment = Readonly<Record<string, string | undefined>>

/** What the environment sets, in the shape of the configuration file. Text that can't be read stays text, for the check to refuse. */
export function settingsOf(environment: Environment): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [name, { path, read }] of Object.entries(ENVIRONMENT)) {
    const text = environment[name]
    if (text === undefined) continue
    const parent = path.slice(0, -1).reduce((at, key) => (at[key] ??= {}) as Record<string, unknown>, settings)
    parent[path.at(-1)!] = read(text)
  }
  return settings
}

/** The variable that set the setting at `path`, if one did. */
export function variableFor(path: readonly string[], environment: Environment): string | undefined {
  return Object.entries(ENVIRONMENT).find(
    ([name, variable]) => environment[name] !== undefined && variable.path.join('.') === path.join('.'),
  )?.[0]
}

function readInteger(text: string): unknown {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : text
}

function readText(text: string): unknown {
  return text
}
