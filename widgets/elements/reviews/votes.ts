import type { Source } from '../../config.ts'
import { helpfulReviews, sendVote } from './visitor.ts'
import type { Review } from './wire.ts'

export type Votes = {
  isVoted: (id: string) => boolean
  /** With the votes of this visit, which the lists do not count yet. */
  count: (review: Review) => number
  /** Shown at once, taken back when the service does not take it: false then. */
  toggle: (source: Source, review: Review) => Promise<boolean>
}

/** What this browser found helpful. `changed` is called whenever it shows differently. */
export function createVotes(changed: () => void): Votes {
  const voted = new Set(helpfulReviews())
  const added = new Map<string, number>()
  const underWay = new Set<string>()
  const set = (id: string, isVoted: boolean) => {
    added.set(id, (added.get(id) ?? 0) + (isVoted ? 1 : -1))
    if (isVoted) voted.add(id)
    else voted.delete(id)
    changed()
  }
  return {
    isVoted: id => voted.has(id),
    count: ({ id, votes }) => Math.max(0, votes + (added.get(id) ?? 0)),
    toggle: async (source, { id }) => {
      // A second press before the answer is none: the two could arrive the other way round.
      if (underWay.has(id)) return true
      const isVoted = !voted.has(id)
      underWay.add(id)
      set(id, isVoted)
      const isTaken = await sendVote(source, id, isVoted).then(
        () => true,
        () => false,
      )
      underWay.delete(id)
      if (!isTaken) set(id, !isVoted)
      return isTaken
    },
  }
}
