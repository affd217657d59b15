import type { NewsAnnounced } from '../../domain/events/session-event.ts'
import type { MessageWriter } from '../wire/message-writer.ts'

/** News(B): one line of text. */
export function writeNews(writer: MessageWriter, event: NewsAnnounced): void {
  writer.integer(33, 1)
  writer.ascii(58, event.text)
  writer.timestamp(42, event.at)
  writer.ascii(148, event.headline)
}
