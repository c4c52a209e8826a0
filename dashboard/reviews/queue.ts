import { useEffect, useState } from 'react'
import { useListScroll } from '../parts/place.ts'
import { useStore } from '../store.tsx'
import { useDecisions } from './decisions.tsx'
import { type Decision, useFilters, useOpenReview, useReviews } from './query.ts'

/** The filtered reviews, the open and the selected ones, and the actions that the user may take on them. */
export function useQueue() {
  const { mayModerate } = useStore()
  const { filters, setFilters, chosen } = useFilters()
  const query = useReviews(filters)
  const [selected, select] = useState<string[]>([])
  const { decide, undo, hidden } = useDecisions()
  const loaded = query.data?.pages.flatMap(page => page.result) ?? []
  const reviews = loaded.filter(({ id }) => !hidden.includes(id))
  const index = reviews.findIndex(({ id }) => id === chosen)
  const review = useOpenReview(chosen, reviews, query.isSuccess && !hidden.includes(chosen ?? ''))

  const saveScroll = useListScroll(review !== undefined)
  const open = (id: string | undefined) => {
    if (!review) saveScroll()
    // The first review that is opened adds a history entry, so that the Back button returns to the list.
    setFilters({ id: id ?? null }, { replace: chosen !== null })
  }
  const step = (offset: 1 | -1) =>
    open(reviews[Math.min(Math.max(index + offset, 0), reviews.length - 1)]?.id)
  const act = (decision: Decision) => {
    // Open the next review, so that the user can work through the queue without using the list.
    if (decision.ids.includes(chosen ?? '')) open((reviews[index + 1] ?? reviews[index - 1])?.id)
    select(selected.filter(id => !decision.ids.includes(id)))
    decide(decision)
  }
  const toggle = (id: string) =>
    select(before => (before.includes(id) ? before.filter(other => other !== id) : [...before, id]))

  useEffect(() => {
    if (chosen)
      document.querySelector(`[data-review="${CSS.escape(chosen)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  return {
    ...{ filters, setFilters, query, chosen, reviews, review, selected },
    ...{ open, step, act, undo, select, toggle },
    mayPublish: mayModerate && ['pending', 'rejected'].includes(filters.state),
    mayReject: mayModerate && filters.state === 'pending',
  }
}
