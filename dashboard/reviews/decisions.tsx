import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useErrorNotification } from '../parts/failure.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { type Decision, useReviewMutations } from './query.ts'

const undoWindow = 6_000 // ms in which a decision can be undone

type PendingDecision = Decision & { timer: ReturnType<typeof setTimeout>; notificationId: string }

/**
 * Decisions leave the screen at once and are sent some seconds later: until then they can be undone, and
 * nobody was mailed. Leaving the page sends what waits.
 */
export function useDecisions() {
  const send = useSendDecision()
  const showNotification = useUndoNotification()
  const pending = useRef<PendingDecision[]>([])
  // Not taken out of what was read: a list that is read again meanwhile would bring them back.
  const [hidden, setHidden] = useState<string[]>([])
  const unhide = (ids: string[]) => setHidden(before => before.filter(id => !ids.includes(id)))

  /** Ends the wait; false where it ended before. */
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
    unhide(entry.ids)
  }
  const undo = (entry = pending.current.at(-1)) => {
    if (entry && dequeue(entry)) unhide(entry.ids)
  }
  const decide = (decision: Decision) => {
    setHidden(before => [...before, ...decision.ids])
    const notificationId = `decision ${decision.ids.join()}`
    const entry: PendingDecision = {
      ...decision,
      notificationId,
      timer: setTimeout(() => void sendPending(entry), undoWindow),
    }
    pending.current.push(entry)
    showNotification(entry, () => undo(entry))
  }
  useOnLeave(() => {
    for (const entry of pending.current) void sendPending(entry)
  })
  return { decide, undo, hidden }
}

/** Sends a decision and reads the lists anew; what could not be decided is noted. */
function useSendDecision() {
  const mutations = useReviewMutations()
  const texts = useTexts('reviews')
  const notifyError = useErrorNotification()
  return async ({ action, ids, reason }: Decision) => {
    try {
      const { refused } = await mutations.decide({ action, ids, ...(reason && { reason }) })
      const message = refused.length > 0 && texts.refused({ count: refused.length })
      if (message) notifications.show({ color: 'yellow', message })
    } catch (error) {
      notifyError(error)
    }
    await mutations.refresh()
  }
}

/** Notes a decision, with the button that undoes it. */
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

/** Calls `act` as it is then, when the screen or the page is left. */
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
