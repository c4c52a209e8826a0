import { useEffect, useState } from 'react'
import { useListScroll } from '../parts/layout/list-scroll.ts'
import { useStore } from '../store.tsx'
import { useDecisions } from './decisions.tsx'
import { type Decision, useFilters, useOpenReview, useReviews } from './query.ts'

/** The filtered reviews, the open and the selected ones, and the actions that the user may take on them. */
export function useQueue() {
  const { mayModerate } = useStore()
  const { filters, setFilters, openId } = useFilters()
  const query = useReviews(filters)
  const [selected, select] = useState<string[]>([])
  const { decide, undo, hidden } = useDecisions()
  const loaded = query.data?.pages.flatMap(page => page.result) ?? []
  const reviews = loaded.filter(({ id }) => !hidden.includes(id))
  const index = reviews.findIndex(({ id }) => id === openId)
  const review = useOpenReview(openId, reviews, query.isSuccess && !hidden.includes(openId ?? ''))

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
    if (decision.ids.includes(openId ?? '')) open((reviews[index + 1] ?? reviews[index - 1])?.id)
    select(selected.filter(id => !decision.ids.includes(id)))
    decide(decision)
  }
  const toggleSelected = (id: string) =>
    select(before => (before.includes(id) ? before.filter(other => other !== id) : [...before, id]))

  useEffect(() => {
    if (openId)
      document.querySelector(`[data-review="${CSS.escape(openId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  return {
    ...{ filters, setFilters, query, openId, reviews, review, selected },
    ...{ open, openAdjacent, applyDecision, undo, select, toggleSelected },
    mayPublish: mayModerate && ['pending', 'rejected'].includes(filters.state),
    mayReject: mayModerate && filters.state === 'pending',
  }
}
