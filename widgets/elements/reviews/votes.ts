import type { Source } from '../../config.ts'
import { recall, remember } from './memory.ts'
import type { Review } from './wire.ts'

const votesKey = 'rw-votes'
const mostRemembered = 500

export type Votes = {
  isVoted: (id: string) => boolean
  count: (review: Review) => number
  /** Shows the vote immediately. Resolves with false, and reverts it, if the service does not accept it. */
  toggle: (source: Source, review: Review) => Promise<boolean>
}

/** The votes of this browser. `changed` is called after each visible change. */
export function createVotes(changed: () => void): Votes {
  const voted = helpfulReviews()
  const now = new Map<string, number>()
  const underWay = new Set<string>()
  // A cached list may be older than the vote.
  const count = ({ id, votes }: Review) => now.get(id) ?? Math.max(votes, voted.get(id) ?? 0)
  const set = (id: string, votes: number, isVoted: boolean) => {
    now.set(id, votes)
    if (isVoted) voted.set(id, votes)
    else voted.delete(id)
    changed()
  }
  return {
    isVoted: id => voted.has(id),
    count,
    toggle: async (source, review) => {
      const { id } = review
      // Ignore a second click before the response: the two requests could arrive in the wrong order.
      if (underWay.has(id)) return true
      const [isVoted, votes] = [!voted.has(id), count(review)]
      underWay.add(id)
      set(id, Math.max(0, votes + (isVoted ? 1 : -1)), isVoted)
      const isTaken = await send(source, id, isVoted)
      underWay.delete(id)
      if (isTaken) rememberVotes(voted)
      else set(id, votes, !isVoted)
      return isTaken
    },
  }
}

// The code that sends votes is loaded with the first vote.
async function send(source: Source, reviewId: string, isVoted: boolean): Promise<boolean> {
  try {
    const { sendVote } = await import('./visitor.ts')
    await sendVote(source, reviewId, isVoted)
    return true
  } catch {
    return false
  }
}

// With the number of votes that each review had then.
function helpfulReviews(): Map<string, number> {
  try {
    const known = Object.entries(JSON.parse(recall(votesKey) ?? '{}'))
    return new Map(known.map(([id, votes]) => [id, Number(votes) || 0]))
  } catch {
    return new Map()
  }
}

function rememberVotes(votes: Map<string, number>): void {
  remember(votesKey, JSON.stringify(Object.fromEntries([...votes].slice(-mostRemembered))))
}
