/** A FIX message as the fields between BodyLength(9) and CheckSum(10), in their order; the first is MsgType(35). */
export type FixMessage = readonly (readonly [tag: number, value: string])[]

const SOH = '\u0001'
const BEGIN = `8=FIX.4.4${SOH}9=`
const TRAILER_LENGTH = `10=000${SOH}`.length

export function valueOf(message: FixMessage, tag: number): string | undefined {
  return message.find(([candidate]) => candidate === tag)?.[1]
}

/** The bytes of a message, with BeginString, BodyLength and CheckSum. */
export function encode(message: FixMessage): string {
  const body = message.map(([tag, value]) => `${tag}=${value}${SOH}`).join('')
  const text = `${BEGIN}${body.length}${SOH}${body}`
  return `${text}10=${checkSum(text)}${SOH}`
}

/** The whole messages at the start of `text`, and what is left of it. Throws when it does not begin with a FIX 4.4 message. */
export function decode(text: string): { readonly messages: readonly FixMessage[]; readonly rest: string } {
  const messages: FixMessage[] = []
  let rest = text
  for (;;) {
    if (!BEGIN.startsWith(rest.slice(0, BEGIN.length)))
      throw new Error(`expected a FIX.4.4 message, not ${JSON.stringify(rest.slice(0, 40))}`)
    const bodyFrom = rest.indexOf(SOH, BEGIN.length) + 1
    if (bodyFrom === 0) return { messages, rest }
    const bodyTo = bodyFrom + Number(rest.slice(BEGIN.length, bodyFrom - 1))
    if (rest.length < bodyTo + TRAILER_LENGTH) return { messages, rest }
    messages.push(fieldsOf(rest.slice(bodyFrom, bodyTo)))
    rest = rest.slice(bodyTo + TRAILER_LENGTH)
  }
}

function fieldsOf(body: string): FixMessage {
  return body
    .slice(0, -1)
    .split(SOH)
    .map((field) => {
      const equals = field.indexOf('=')
      return [Number(field.slice(0, equals)), field.slice(equals + 1)] as const
    })
}

function checkSum(text: string): string {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum += text.charCodeAt(index)
  return String(sum % 256).padStart(3, '0')
}
