import { useEffect, useState } from 'react'
import type { StateCounts } from '../../server/api/dashboard/content-schemas.ts'
import { useDrafts } from '../parts/drafts/draft.ts'
import { useListScroll } from '../parts/layout/list-scroll.ts'
import { useFollowChanges } from '../parts/queue/follow-changes.ts'
import { useStore } from '../store.tsx'
import { useDecisions } from './decisions.tsx'
import {
  type Decision,
  type Review,
  replyDraft,
  useFilters,
  useOpenReview,
  useReviewCounts,
  useReviews,
} from './query.ts'

/** The filtered reviews, the open and the selected ones, and the actions that the user may take on them. */
export function useQueue() {
  const { mayModerate } = useStore()
  const { filters, setFilters, openId } = useFilters()
  const query = useReviews(filters)
  const [selected, select] = useState<string[]>([])
  const { decide, undo, asDecided, isDecided } = useDecisions()
  const loaded = query.data?.pages.flatMap(page => page.result) ?? []
  const isListed = ({ state }: Review) => filters.state === 'all' || filters.state === state
  const reviews = loaded.map(asDecided).filter(isListed)
  const counts = withDecisions(useReviewCounts(filters), loaded, asDecided)
  const index = reviews.findIndex(({ id }) => id === openId)
  const review = useOpenReview(openId, reviews, query.isSuccess && !isDecided(openId ?? ''))
  useFollowChanges()

  const drafts = useDrafts()
  const typedReply = (id: string) => String(drafts.read(replyDraft(id))?.reply?.typed ?? '').trim()
  const saveScroll = useListScroll(review !== undefined)
  const open = (id: string | undefined) => {
    if (!review) saveScroll()
    // The first review that is opened adds a history entry, so that the Back button returns to the list.
    setFilters({ id: id ?? null }, { replace: openId !== null })
  }
  const openAdjacent = (offset: 1 | -1) =>
    open(reviews[Math.min(Math.max(index + offset, 0), reviews.length - 1)]?.id)
  const applyDecision = (decision: Decision) => {
    // Open the next review, so that the user can work through the queue without using the list.
    const isLeaving = filters.state !== 'all' && decision.ids.includes(openId ?? '')
    if (isLeaving) open((reviews[index + 1] ?? reviews[index - 1])?.id)
    select(selected.filter(id => !decision.ids.includes(id)))
    const isOpenOne = decision.ids.length === 1 && decision.ids[0] === openId
    decide({
      ...decision,
      reply: decision.action === 'publish' && isOpenOne ? typedReply(openId) : undefined,
    })
  }
  const toggleSelected = (id: string) =>
    select(before => (before.includes(id) ? before.filter(other => other !== id) : [...before, id]))

  useEffect(() => {
    if (openId)
      document.querySelector(`[data-review="${CSS.escape(openId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  return {
    ...{ filters, setFilters, query, counts, openId, reviews, review, selected },
    ...{ open, openAdjacent, applyDecision, undo, select, toggleSelected },
    mayPublish: mayModerate && review !== undefined && ['pending', 'rejected'].includes(review.state),
    mayReject: mayModerate && review?.state === 'pending',
    /** Several reviews are decided at once only where all of them are pending. */
    maySelect: mayModerate && filters.state === 'pending',
  }
}

/** The counts as they will be when all decisions are sent. A count that ends at its limit stays. */
function withDecisions(
  counts: StateCounts | null | undefined,
  loaded: Review[],
  asDecided: (review: Review) => Review,
): StateCounts | null | undefined {
  if (!counts) return counts
  const changed = structuredClone(counts)
  for (const review of loaded) {
    const next = asDecided(review).state
    if (next === review.state) continue
    if (!changed[review.state].more) changed[review.state].count--
    if (!changed[next].more) changed[next].count++
  }
  return changed
}
