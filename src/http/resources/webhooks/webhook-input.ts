import { EVENT_NAMES, type EventName, isEventName } from '../../../domain/partners/partner-event-type.ts'
import { ApiError } from '../../answers/errors.ts'

const LONGEST_URL = 2048
/** A parser of URLs passes over blanks, control characters and a third slash, and takes `https:host` and backslashes; a URI has none of that. */
const ADDRESS = /^[a-z]+:\/\/(?!\/)[^\s\\\p{Cc}]+$/iu
/** characters of a name that is none, for the message */
const LONGEST_QUOTED = 64

/** A URL that deliveries may go to, as it came. Throws INVALID_URL. */
export function webhookUrl(text: string, allowHttp: boolean): string {
  const fault = urlFault(text, allowHttp)
  if (fault !== undefined) throw new ApiError('INVALID_URL', `url ${fault}.`, { field: 'url' })
  return text
}

function urlFault(text: string, allowHttp: boolean): string | undefined {
  if (text.length > LONGEST_URL) return `has to have at most ${LONGEST_URL} characters`
  if (!ADDRESS.test(text) || !URL.canParse(text)) return 'has to be a URL such as https://example.com/hooks'
  const { protocol, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return 'has to begin with https://'
  if (username !== '' || password !== '') return 'may not have credentials in it'
  return hostname === '' ? 'has to name a host' : undefined
}

/** The names, each once, in the order in which they came. Throws INVALID_EVENT for the first that is none. */
export function eventNames(names: readonly string[]): readonly EventName[] {
  const known = new Set<EventName>()
  for (const name of names) {
    if (!isEventName(name))
      throw new ApiError('INVALID_EVENT', `${JSON.stringify(name.slice(0, LONGEST_QUOTED))} is not one of ${EVENT_NAMES.join(', ')}.`, {
        field: 'events',
      })
    known.add(name)
  }
  return [...known]
}
