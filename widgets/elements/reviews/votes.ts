import type { Source } from '../../config.ts'
import { helpfulReviews, rememberVotes, sendVote } from './visitor.ts'
import type { Review } from './wire.ts'

export type Votes = {
  isVoted: (id: string) => boolean
  count: (review: Review) => number
  /** Shown at once, taken back when the service does not take it: false then. */
  toggle: (source: Source, review: Review) => Promise<boolean>
}

/** What this browser found helpful. `changed` is called whenever it shows differently. */
export function createVotes(changed: () => void): Votes {
  const voted = helpfulReviews()
  const now = new Map<string, number>()
  const underWay = new Set<string>()
  // A list may be older than the vote: it can lie in a cache for some time.
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
      // A second press before the answer is none: the two could arrive the other way round.
      if (underWay.has(id)) return true
      const [isVoted, votes] = [!voted.has(id), count(review)]
      underWay.add(id)
      set(id, Math.max(0, votes + (isVoted ? 1 : -1)), isVoted)
      const isTaken = await sendVote(source, id, isVoted).then(
        () => true,
        () => false,
      )
      underWay.delete(id)
      if (isTaken) rememberVotes(voted)
      else set(id, votes, !isVoted)
      return isTaken
    },
  }
}
