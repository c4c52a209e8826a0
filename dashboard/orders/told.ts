import { useTexts } from '../words/words.tsx'
import type { DetailedRequest, Order, RequestState } from './query.ts'
import { useWhen } from './when.ts'

export const colors: Record<RequestState, string> = {
  scheduled: 'blue',
  sent: 'teal',
  reviewed: 'green',
  expired: 'gray',
  cancelled: 'gray',
  suppressed: 'gray',
  failed: 'red',
}

type Mail = { state: string; attempts: number; sent_at: string | null; next_attempt_at?: string | null }
type Request = Pick<DetailedRequest, 'state' | 'due_at'> & { mail: Mail | null }

/** The request's state in a sentence: "Mail goes out on Tue, 24 Nov, 10:00". */
export function useTold(): (request: Request) => string {
  const { told } = useTexts('orders')
  const { moment, settings } = useWhen()
  const waiting = (due_at: string) => {
    if (new Date(due_at).getTime() > Date.now()) return told.waits({ when: moment(due_at) })
    return settings?.requests_paused ? told.paused({ when: moment(due_at) }) : told.soon
  }
  const leaving = ({ next_attempt_at, attempts }: Mail) =>
    next_attempt_at && attempts > 0 ? told.again({ when: moment(next_attempt_at) }) : told.onItsWay
  return ({ state, due_at, mail }) => {
    if (state === 'scheduled') return mail ? leaving(mail) : waiting(due_at)
    if (state === 'sent') return mail?.sent_at ? told.sent({ when: moment(mail.sent_at) }) : told.onItsWay
    return told[state]
  }
}

/** What to call a buyer; an erased one has no name. */
export function useNameOf(): (person: { name: string; email: string }) => string {
  const texts = useTexts('orders')
  return ({ name, email }) => name.trim() || email || texts.erased
}

/** The request an order is told by: of several buyers the one who is still to be asked. */
export function leadingRequest({ requests }: Order): Order['requests'][number] | undefined {
  return requests.find(({ state }) => state === 'scheduled') ?? requests[0]
}
