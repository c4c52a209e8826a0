import { addressOf } from '../../../api.ts'
import type { Source } from '../../../config.ts'
import { helpfulReviews, recall, remember, votesKey } from './memory.ts'

const visitorKey = 'rw-visitor'
const mostRemembered = 500 // votes
const patience = 10_000 // ms

// A random id of this browser on this site. It distinguishes votes without identifying people.
function visitorId(): string {
  const known = recall(visitorKey)
  if (known && /^[\w-]{8,64}$/.test(known)) return known
  // crypto.randomUUID is missing on pages without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const made = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  remember(visitorKey, made)
  return made
}

/**
 * Marks a review as helpful, or withdraws the mark, and remembers the mark with `votes`: the number that the review has now.
 * Throws if the service does not accept it.
 */
export async function sendVote(
  source: Source,
  reviewId: string,
  isVoted: boolean,
  votes: number,
): Promise<void> {
  const response = await fetch(addressOf(source, `api/v1/reviews/${reviewId}/votes`, {}), {
    method: isVoted ? 'POST' : 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ visitor_id: visitorId() }),
    credentials: 'omit',
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) throw new Error(`votes: ${response.status}`)
  // Another element, or another tab, may have sent votes meanwhile.
  const marked = helpfulReviews()
  marked.delete(reviewId)
  if (isVoted) marked.set(reviewId, votes)
  remember(votesKey, JSON.stringify(Object.fromEntries([...marked].slice(-mostRemembered))))
}
