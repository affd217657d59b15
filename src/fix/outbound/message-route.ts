import type { Route } from '../session/session-message.ts'
import type { MessageView } from '../wire/message-view.ts'

/** Rules of engagement, section 2: 115, 116, 144 of an inbound message come back as 128, 129, 145 and the other way round. */
export function answerRoute(view: MessageView): Route | undefined {
  if (!isRouted(view)) return undefined
  return {
    onBehalfOfCompId: view.string(128) ?? '',
    onBehalfOfSubId: view.string(129) ?? '',
    deliverToCompId: view.string(115) ?? '',
    deliverToSubId: view.string(116) ?? '',
    onBehalfOfLocationId: view.string(145) ?? '',
    deliverToLocationId: view.string(144) ?? '',
  }
}

function isRouted(view: MessageView): boolean {
  for (const tag of ROUTING_TAGS) if (view.has(tag)) return true
  return false
}

export const ROUTING_TAGS = [115, 116, 128, 129, 144, 145] as const
