import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useErrorNotification } from '../parts/failure.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { type Decision, useReviewLists } from './query.ts'

const patience = 6_000 // ms in which a decision can be undone

type Waiting = Decision & { timer: ReturnType<typeof setTimeout>; note: string }

/**
 * Decisions leave the screen at once and are sent some seconds later: until then they can be undone, and
 * nobody was mailed. Leaving the page sends what waits.
 */
export function useDecisions() {
  const send = useSending()
  const announce = useAnnouncing()
  const waiting = useRef<Waiting[]>([])
  // Not taken out of what was read: a list that is read again meanwhile would bring them back.
  const [hidden, setHidden] = useState<string[]>([])
  const show = (ids: string[]) => setHidden(before => before.filter(id => !ids.includes(id)))

  /** Ends the wait; false where it ended before. */
  const take = (one: Waiting): boolean => {
    clearTimeout(one.timer)
    if (!waiting.current.includes(one)) return false
    waiting.current = waiting.current.filter(other => other !== one)
    notifications.hide(one.note)
    return true
  }
  const finish = async (one: Waiting) => {
    if (!take(one)) return
    await send(one)
    show(one.ids)
  }
  const undo = (one = waiting.current.at(-1)) => {
    if (one && take(one)) show(one.ids)
  }
  const decide = (decision: Decision) => {
    setHidden(before => [...before, ...decision.ids])
    const note = `decision ${decision.ids.join()}`
    const one: Waiting = { ...decision, note, timer: setTimeout(() => void finish(one), patience) }
    waiting.current.push(one)
    announce(one, () => undo(one))
  }
  useLeaving(() => {
    for (const one of waiting.current) void finish(one)
  })
  return { decide, undo, hidden }
}

/** Sends a decision and reads the lists anew; what could not be decided is noted. */
function useSending() {
  const lists = useReviewLists()
  const texts = useTexts('reviews')
  const noteFailure = useErrorNotification()
  return async ({ action, ids, reason }: Decision) => {
    try {
      const { refused } = await lists.decide({ action, ids, ...(reason && { reason }) })
      const message = refused.length > 0 && texts.refused({ count: refused.length })
      if (message) notifications.show({ color: 'yellow', message })
    } catch (error) {
      noteFailure(error)
    }
    await lists.refresh()
  }
}

/** Notes a decision, with the button that undoes it. */
function useAnnouncing() {
  const texts = useTexts('reviews')
  const { common } = useCommonTexts()
  const told = {
    publish: texts.published,
    reject: texts.rejected,
    remove: texts.removed,
    restore: texts.restored,
  }
  return ({ action, ids, note }: Waiting, undo: () => void) =>
    notifications.show({
      id: note,
      autoClose: patience,
      withCloseButton: false,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{told[action]({ count: ids.length })}</Text>
          <Button size="compact-sm" variant="subtle" onClick={undo}>
            {common.undo}
          </Button>
        </Group>
      ),
    })
}

/** Calls `act` as it is then, when the screen or the page is left. */
function useLeaving(act: () => void) {
  const last = useRef(act)
  last.current = act
  useEffect(() => {
    const leave = () => last.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}
