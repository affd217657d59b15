import { EVENT_NAMES, type EventName, isEventName } from '../../../domain/partners/partner-event-type.ts'
import type { FieldFault } from '../../requests/field-faults.ts'
import type { Given } from '../../requests/judged-request.ts'

const LONGEST_URL = 2048
/** A parser of URLs passes over blanks, control characters and a third slash, and takes `https:host` and backslashes; a URI has none of that. */
const ADDRESS = /^[a-z]+:\/\/(?!\/)[^\s\\\p{Cc}]+$/iu
/** characters of a name that is none, for the message */
const LONGEST_QUOTED = 64

/** INVALID_URL for where deliveries can't go, INVALID_EVENT for the first name that is none; where both are, both. */
export function webhookFaults(
  { url, events = [] }: { readonly url?: string; readonly events?: Given<readonly string[]> },
  allowHttp: boolean,
): FieldFault[] {
  const problem = url === undefined ? undefined : urlFault(url, allowHttp)
  const unknown = events.find((name) => name !== undefined && !isEventName(name))
  const known = (): string => `${JSON.stringify(unknown!.slice(0, LONGEST_QUOTED))} is not one of ${EVENT_NAMES.join(', ')}.`
  return [
    ...(problem === undefined ? [] : [{ field: 'url', code: 'INVALID_URL', message: `url ${problem}.` } as const]),
    ...(unknown === undefined ? [] : [{ field: 'events', code: 'INVALID_EVENT', message: known() } as const]),
  ]
}

function urlFault(text: string, allowHttp: boolean): string | undefined {
  if (text.length > LONGEST_URL) return `has to have at most ${LONGEST_URL} characters`
  if (!ADDRESS.test(text) || !URL.canParse(text)) return 'has to be a URL such as https://example.com/hooks'
  const { protocol, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return 'has to begin with https://'
  if (username !== '' || password !== '') return 'may not have credentials in it'
  return hostname === '' ? 'has to name a host' : undefined
}

/** Names that have been checked, each once, in the order in which they came. */
export function eventNames(names: readonly string[]): readonly EventName[] {
  return [...new Set(names.filter(isEventName))]
}
