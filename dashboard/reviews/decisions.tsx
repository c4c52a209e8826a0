import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useDrafts } from '../parts/drafts/draft.ts'
import { useErrorNotification } from '../parts/errors.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { type Decision, type Review, replyDraft, useReviewMutations } from './query.ts'

const undoWindow = 6_000 // ms in which a decision can be undone

type PendingDecision = Decision & { timer: ReturnType<typeof setTimeout>; notificationId: string }

/**
 * Displays decisions immediately, and sends each after the undo window: until then nobody receives an email about it.
 * Leaving the page sends all pending decisions.
 */
export function useDecisions() {
  const send = useSendDecision()
  const showNotification = useUndoNotification()
  const pending = useRef<PendingDecision[]>([])
  // Kept apart from the query cache: a refetch before the decision is sent would restore the reviews.
  const [unsent, setUnsent] = useState<PendingDecision[]>([])
  const forget = (entry: PendingDecision) => setUnsent(before => before.filter(other => other !== entry))

  /** Removes a pending decision and its notification. Returns false if it has already been removed. */
  const dequeue = (entry: PendingDecision): boolean => {
    clearTimeout(entry.timer)
    if (!pending.current.includes(entry)) return false
    pending.current = pending.current.filter(other => other !== entry)
    notifications.hide(entry.notificationId)
    return true
  }
  const sendPending = async (entry: PendingDecision) => {
    if (!dequeue(entry)) return
    await send(entry)
    forget(entry)
  }
  const undo = (entry = pending.current.at(-1)) => {
    if (entry && dequeue(entry)) forget(entry)
  }
  const decide = (decision: Decision) => {
    const notificationId = `decision ${decision.ids.join()}`
    const entry: PendingDecision = {
      ...decision,
      notificationId,
      timer: setTimeout(() => void sendPending(entry), undoWindow),
    }
    pending.current.push(entry)
    setUnsent(before => [...before, entry])
    showNotification(entry, () => undo(entry))
  }
  useOnLeave(() => {
    for (const entry of pending.current) void sendPending(entry)
  })
  /** The review as it will be when all decisions about it are sent. */
  const asDecided = (review: Review): Review => ({
    ...review,
    state: unsent
      .filter(({ ids }) => ids.includes(review.id))
      .reduce<Review['state']>((_, { action }) => stateAfter(review, action), review.state),
  })
  return { decide, undo, asDecided, isDecided: (id: string) => unsent.some(({ ids }) => ids.includes(id)) }
}

function stateAfter({ published_at }: Review, action: Decision['action']): Review['state'] {
  if (action === 'restore') return published_at ? 'published' : 'pending'
  return ({ publish: 'published', reject: 'rejected', remove: 'removed' } as const)[action]
}

/** Returns a function that sends a decision and the reply that goes with it, reports refused reviews and refreshes the lists. */
function useSendDecision() {
  const mutations = useReviewMutations()
  const texts = useTexts('reviews')
  const notifyError = useErrorNotification()
  const drafts = useDrafts()
  return async ({ action, ids, reason, reply }: Decision) => {
    try {
      const { refused } = await mutations.decide({ action, ids, ...(reason && { reason }) })
      const [id = ''] = ids
      if (reply && refused.length === 0) {
        await mutations.reply(id, reply)
        drafts.discard(replyDraft(id))
      }
      const message = refused.length > 0 && texts.refused({ count: refused.length })
      if (message) notifications.show({ color: 'yellow', message })
    } catch (error) {
      notifyError(error)
    }
    await mutations.refresh()
  }
}

/** Returns a function that shows a decision with an Undo button. */
function useUndoNotification() {
  const texts = useTexts('reviews')
  const { common } = useCommonTexts()
  const messages = {
    publish: texts.published,
    reject: texts.rejected,
    remove: texts.removed,
    restore: texts.restored,
  }
  return ({ action, ids, notificationId }: PendingDecision, undo: () => void) =>
    notifications.show({
      id: notificationId,
      autoClose: undoWindow,
      withCloseButton: false,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{messages[action]({ count: ids.length })}</Text>
          <Button size="compact-sm" variant="subtle" onClick={undo}>
            {common.undo}
          </Button>
        </Group>
      ),
    })
}

/** Calls the latest `onLeave` when the component unmounts or the user leaves the page. */
function useOnLeave(onLeave: () => void) {
  const latest = useRef(onLeave)
  latest.current = onLeave
  useEffect(() => {
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}
