import { useTexts } from '../words/words.tsx'
import type { DetailedRequest, Details, Order, RequestState } from './query.ts'
import { useStoreDates } from './store-dates.ts'

export type DisplayedState = RequestState | 'kept'

export const stateColors: Record<DisplayedState, string> = {
  scheduled: 'blue',
  sent: 'teal',
  kept: 'yellow',
  reviewed: 'green',
  expired: 'gray',
  cancelled: 'gray',
  suppressed: 'gray',
  failed: 'red',
}

type Mail = { state: string; attempts: number; sent_at: string | null; next_attempt_at?: string | null }
type Request = Pick<DetailedRequest, 'state' | 'due_at'> & { mail: Mail | null }

/** Describes the state of a request in a sentence, such as "Email scheduled for Tue, 24 Nov, 10:00". */
export function useRequestStatus(): (request: Request) => string {
  const { told: statusTexts } = useTexts('orders')
  const { instant, settings } = useStoreDates()
  const scheduledText = (due_at: string) => {
    if (new Date(due_at).getTime() > Date.now()) return statusTexts.waits({ when: instant(due_at) })
    return settings?.requests_paused ? statusTexts.paused({ when: instant(due_at) }) : statusTexts.soon
  }
  const queuedText = ({ next_attempt_at, attempts }: Mail) =>
    next_attempt_at && attempts > 0
      ? statusTexts.again({ when: instant(next_attempt_at) })
      : statusTexts.onItsWay
  return ({ state, due_at, mail }) => {
    if (state === 'scheduled') return mail ? queuedText(mail) : scheduledText(due_at)
    if (state === 'sent' && mail?.state === 'kept') return statusTexts.kept
    if (state === 'sent')
      return mail?.sent_at ? statusTexts.sent({ when: instant(mail.sent_at) }) : statusTexts.onItsWay
    return statusTexts[state]
  }
}

/** The state of a request for its badge: `kept` if its mail never left. */
export const displayedState = (state: RequestState, mail: Pick<Mail, 'state'> | null): DisplayedState =>
  state === 'sent' && mail?.state === 'kept' ? 'kept' : state

/** Returns a buyer's display name. An erased buyer has neither name nor address. */
export function useBuyerName(): (person: { name: string; email: string }) => string {
  const texts = useTexts('orders')
  return ({ name, email }) => name.trim() || email || texts.erased
}

/** Whether the delivery date has passed. */
export const isDelivered = ({ delivery_date }: Pick<Order, 'delivery_date'>): boolean =>
  new Date(delivery_date).getTime() <= Date.now()

/** Whether nothing of an order was sent yet: then it has no date of delivery either. */
export const isWaiting = ({ no_request }: Pick<Details, 'no_request'>): boolean =>
  no_request === 'the products wait for their delivery'

/** The request whose status represents the order: the first scheduled one, else the first. */
export function primaryRequest({ requests }: Order): Order['requests'][number] | undefined {
  return requests.find(({ state }) => state === 'scheduled') ?? requests[0]
}
