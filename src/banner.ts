import { dirname, resolve } from 'node:path'
import type { App } from './app.ts'

/** What listens where, and how to make a first trade: what `npm start` prints. */
export function banner({ version, addresses, credentialsFile, isFirstStart, tradingAccount }: App): string {
  const { host, http, fix, managementHost, management, isHttpSecure, isFixSecure } = addresses
  const shown = bracketed(host)
  const rest = `${isHttpSecure ? 'https' : 'http'}://${shown}:${http}`
  const lines = [
    '',
    `Fillgate ${version}`,
    '',
    `  REST     ${rest}   (docs: ${rest}/docs)`,
    `  FIX 4.4  ${shown}:${fix}${isFixSecure ? '   (TLS)' : ''}`,
    `  metrics  http://${bracketed(managementHost)}:${management}/metrics`,
    '',
  ]
  if (credentialsFile !== undefined)
    lines.push(`  Keys, accounts and FIX session ids: ${credentialsFile}${isFirstStart ? '   (just made)' : ''}`)
  else if (isFirstStart)
    lines.push('  Nobody has a key yet: stop it, and make some with npm run credentials -- operator, and npm run credentials -- partner')
  if (credentialsFile !== undefined && tradingAccount !== undefined) {
    lines.push(
      '',
      '  A first trade:',
      `    C=${inShell(credentialsFile)}; KEY=$(node -p 'require(process.argv[1]).api_key' "$C"); SECRET=$(node -p 'require(process.argv[1]).api_secret' "$C")`,
      `    curl ${rest}/v1/accounts/${tradingAccount}/orders -u "$KEY:$SECRET" -H 'Content-Type: application/json' \\`,
      `      -d '{"symbol":"AAPL","side":"buy","quantity":"1","client_order_id":"first-'$RANDOM'"}'`,
    )
    // it speaks no TLS
    if (!isHttpSecure && !isFixSecure) lines.push(`  Or see two FIX desks and a REST client trade: ${demoWith(dirname(credentialsFile))}`)
  }
  return `${lines.join('\n')}\n\n`
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The demo looks for the credentials where DATA_DIR says, whatever configuration the gateway was started with. */
const demoWith = (directory: string): string =>
  directory === resolve('data') ? 'npm run demo' : `DATA_DIR=${inShell(directory)} npm run demo`

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
