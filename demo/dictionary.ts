import { readFileSync } from 'node:fs'

/** Names of what is on the wire, as fix-dictionary/FIX44.xml has them. */
export interface Dictionary {
  /** `NewOrderSingle` for `D` */
  messageName(msgType: string): string
  /** `Side` for 54 */
  fieldName(tag: number): string
  /** `Partially filled` for 39 and `1`; undefined where the dictionary lists no values */
  valueName(tag: number, value: string): string | undefined
}

const MESSAGE = /<message name='(\w+)' msgcat='\w+' msgtype='(\w+)'/g
const FIELD = /<field number='(\d+)' name='(\w+)' type='\w+'(?:\/>|>(.*?)<\/field>)/gs
const VALUE = /<value enum='([^']*)' description='(\w+)'/g

export function loadDictionary(): Dictionary {
  const xml = readFileSync(new URL('../fix-dictionary/FIX44.xml', import.meta.url), 'utf8')
  const messages = new Map([...xml.matchAll(MESSAGE)].map(([, name, type]) => [type!, name!]))
  const fields = new Map(
    [...xml.matchAll(FIELD)].map(([, tag, name, values = '']) => [Number(tag), { name: name!, values: valuesOf(values) }]),
  )
  return {
    messageName: (msgType) => messages.get(msgType) ?? `message ${msgType}`,
    fieldName: (tag) => fields.get(tag)?.name ?? `tag ${tag}`,
    valueName: (tag, value) => fields.get(tag)?.values.get(value),
  }
}

function valuesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(VALUE)].map(([, value, description]) => [value!, words(description!)]))
}

/** `PARTIALLY_FILLED` as `Partially filled`. */
function words(description: string): string {
  const text = description.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
