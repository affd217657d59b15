import { type Piece, pieceOf } from './put-field.ts'
import { UtcTimestampText } from './utc-time.ts'

/** The constant header fields of one session, and the routing of the message that is answered. Values are ASCII; absent ones are left out. */
export interface HeaderIdentity {
  readonly senderCompId: string
  readonly targetCompId: string
  /** 115, 116, 144 */
  readonly onBehalfOfCompId?: string
  readonly onBehalfOfSubId?: string
  readonly onBehalfOfLocationId?: string
  /** 128, 129, 145 */
  readonly deliverToCompId?: string
  readonly deliverToSubId?: string
  readonly deliverToLocationId?: string
}

/**
 * Those fields as bytes, made once per session and routing. They stand in ascending order (rules of engagement, section 2), so the fields
 * that differ from message to message fall between the pieces: 34 43 | 49 52 56 | 97 | 115 116 | 122 | 128 129 144 145.
 */
export class OutboundHeader {
  readonly onBehalfOf: Piece
  readonly deliverTo: Piece
  readonly byteLength: number
  readonly #timestamps = new UtcTimestampText()
  readonly #stamped: Piece
  readonly #sendingTimeStart: number
  #stampedAt = NaN

  constructor(identity: HeaderIdentity) {
    const sender = fieldsOf([49, identity.senderCompId])
    const target = fieldsOf([56, identity.targetCompId])
    this.#stamped = pieceOf(Buffer.concat([sender, SENDING_TIME, target]))
    this.#sendingTimeStart = sender.length + SENDING_TIME_VALUE
    this.onBehalfOf = pieceOf(fieldsOf([115, identity.onBehalfOfCompId], [116, identity.onBehalfOfSubId]))
    this.deliverTo = pieceOf(
      fieldsOf(
        [128, identity.deliverToCompId],
        [129, identity.deliverToSubId],
        [144, identity.onBehalfOfLocationId],
        [145, identity.deliverToLocationId],
      ),
    )
    this.byteLength = this.#stamped.length + this.onBehalfOf.length + this.deliverTo.length
  }

  /** 49, 52 and 56 with this SendingTime(52), which the messages of a batch share. Valid until the next call. */
  stamped(sendingTimeMs: number): Piece {
    if (sendingTimeMs !== this.#stampedAt) {
      this.#timestamps.write(this.#stamped.view, this.#sendingTimeStart, sendingTimeMs)
      this.#stampedAt = sendingTimeMs
    }
    return this.#stamped
  }
}

const SENDING_TIME = Buffer.from('52=00000000-00:00:00.000\x01', 'latin1')
const SENDING_TIME_VALUE = 3

function fieldsOf(...fields: readonly (readonly [tag: number, value: string | undefined])[]): Uint8Array {
  const present = fields.filter(([, value]) => value !== undefined && value !== '')
  // latin1 both ways: a CompID of a client comes back byte for byte.
  return Buffer.from(present.map(([tag, value]) => `${tag}=${value!.replaceAll('\x01', ' ')}\x01`).join(''), 'latin1')
}
