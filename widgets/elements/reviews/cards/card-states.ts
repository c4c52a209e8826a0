import type { CardView } from './card.ts'
import { createVotes, type Votes } from './votes.ts'

type CardStates = Votes &
  Pick<CardView, 'isUnfolded' | 'unfold' | 'isBroken' | 'breaks'> & {
    /** The addresses of pictures that cannot be displayed. */
    broken: ReadonlySet<string>
  }

/** The votes, unfolded texts and broken pictures of cards. `changed` is called after each visible change. */
export function createCardStates(changed: () => void): CardStates {
  const unfolded = new Set<string>()
  const broken = new Set<string>()
  return {
    ...createVotes(changed),
    broken,
    isUnfolded: id => unfolded.has(id),
    unfold: id => {
      if (!unfolded.delete(id)) unfolded.add(id)
      changed()
    },
    isBroken: address => broken.has(address),
    breaks: address => {
      broken.add(address)
      changed()
    },
  }
}
