import type { Source } from '../../../config.ts'
import type { Review } from '../wire.ts'
import type { CardView } from './card.ts'
import { helpfulReviews } from './memory.ts'

export type Votes = Pick<CardView, 'isVoted' | 'votes'> & {
  /** Shows the vote immediately. Resolves with false, and reverts it, if the service does not accept it. */
  toggle: (source: Source, review: Review) => Promise<boolean>
}

/** The votes of this browser. `changed` is called after each visible change. */
export function createVotes(changed: () => void): Votes {
  const voted = helpfulReviews()
  const now = new Map<string, number>()
  const underWay = new Set<string>()
  // A cached list may be older than the vote.
  const votesOf = ({ id, votes }: Review) => now.get(id) ?? Math.max(votes, voted.get(id) ?? 0)
  const set = (id: string, votes: number, isVoted: boolean) => {
    now.set(id, votes)
    if (isVoted) voted.set(id, votes)
    else voted.delete(id)
    changed()
  }
  return {
    isVoted: id => voted.has(id),
    votes: votesOf,
    toggle: async (source, review) => {
      const { id } = review
      // Ignore a second click before the response: the two requests could arrive in the wrong order.
      if (underWay.has(id)) return true
      const [isVoted, votes] = [!voted.has(id), votesOf(review)]
      underWay.add(id)
      set(id, Math.max(0, votes + (isVoted ? 1 : -1)), isVoted)
      // The code that sends votes, and keeps them, is loaded with the first vote.
      const isTaken = await import('./visitor.ts')
        .then(({ sendVote }) => sendVote(source, id, isVoted, votesOf(review)))
        .then(
          () => true,
          () => false,
        )
      underWay.delete(id)
      if (!isTaken) set(id, votes, !isVoted)
      return isTaken
    },
  }
}
