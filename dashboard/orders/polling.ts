import type { Details, Order } from './query.ts'

const second = 1_000 // ms

/**
 * How often to reload the list: each second while a worker has something to do with it, else every three, which shows
 * what other users do. Each page of the list is a request, so longer lists wait longer. Hidden tabs do not reload.
 */
export function listInterval(pages: { result: Order[] }[]): number {
  const isMoving = pages.some(({ result }) =>
    result.some(({ requests }) => requests.some(({ state, due_at, mail }) => isInHand(state, due_at, mail))),
  )
  return (isMoving ? second : 3 * second) * Math.max(1, pages.length)
}

/** How often to reload an open order. */
export function detailsInterval(order: Details | undefined): number {
  const isMoving = order?.requests.some(({ state, due_at, mails }) =>
    isInHand(state, due_at, mails.at(-1) ?? null),
  )
  return isMoving ? second : 3 * second
}

// Due or sent a moment ago, with no result yet. Not for long: paused requests and retries may take days.
function isInHand(state: string, dueAt: string, mail: { state: string; attempts: number } | null): boolean {
  const age = Date.now() - new Date(dueAt).getTime()
  if (age < 0 || age > 120 * second) return false
  return mail ? mail.state === 'queued' && mail.attempts === 0 : state === 'scheduled'
}
