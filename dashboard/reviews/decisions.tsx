import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useFailureNote } from '../parts/failure.tsx'
import { useTexts, useWords } from '../words/words.tsx'
import { type Decision, useReviewLists } from './query.ts'

const patience = 6_000 // ms in which a decision can be undone

type Waiting = Decision & { timer: ReturnType<typeof setTimeout>; note: string }

/**
 * Decisions leave the screen at once and are sent some seconds later: until then they can be undone, and
 * nobody was mailed. Leaving the page sends what waits.
 */
export function useDecisions() {
  const lists = useReviewLists()
  const texts = useTexts('reviews')
  const { common } = useWords()
  const noteFailure = useFailureNote()
  const waiting = useRef<Waiting[]>([])
  // Not taken out of what was read: a list that is read again meanwhile would bring them back.
  const [hidden, setHidden] = useState<string[]>([])
  const show = (ids: string[]) => setHidden(before => before.filter(id => !ids.includes(id)))

  const send = async (one: Waiting) => {
    clearTimeout(one.timer)
    if (!waiting.current.includes(one)) return
    waiting.current = waiting.current.filter(other => other !== one)
    notifications.hide(one.note)
    try {
      const { refused } = await lists.decide({
        action: one.action,
        ids: one.ids,
        ...(one.reason && { reason: one.reason }),
      })
      if (refused.length > 0)
        notifications.show({ color: 'yellow', message: texts.refused({ count: refused.length }) })
    } catch (error) {
      noteFailure(error)
    }
    await lists.refresh()
    show(one.ids)
  }

  const undo = (one = waiting.current.at(-1)) => {
    if (!one) return
    clearTimeout(one.timer)
    waiting.current = waiting.current.filter(other => other !== one)
    notifications.hide(one.note)
    show(one.ids)
  }

  const decide = (decision: Decision) => {
    const told = {
      publish: texts.published,
      reject: texts.rejected,
      remove: texts.removed,
      restore: texts.restored,
    }
    setHidden(before => [...before, ...decision.ids])
    const note = `decision ${decision.ids.join()}`
    const one: Waiting = { ...decision, note, timer: setTimeout(() => void send(one), patience) }
    waiting.current.push(one)
    notifications.show({
      id: note,
      autoClose: patience,
      withCloseButton: false,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{told[decision.action]({ count: decision.ids.length })}</Text>
          <Button size="compact-sm" variant="subtle" onClick={() => undo(one)}>
            {common.undo}
          </Button>
        </Group>
      ),
    })
  }

  const sendAll = useRef(() => {})
  sendAll.current = () => {
    for (const one of [...waiting.current]) void send(one)
  }
  useEffect(() => {
    const flush = () => sendAll.current()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  return { decide, undo, hidden }
}
