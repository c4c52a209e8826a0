import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ofStore, put } from '../api.ts'
import { AnswerSign, useAnswerDraft } from '../parts/answer-draft.tsx'
import { useFailureText } from '../parts/failure.tsx'
import { useStore } from '../store.tsx'
import { reviewTexts } from '../words/reviews.ts'
import { useTexts, useWords } from '../words/words.tsx'
import { type Review, useReviewLists } from './query.ts'

/** The store's public answer: written, changed, taken back. A viewer reads it. */
export function ReplyForm({ review }: { review: Review }) {
  const texts = useTexts(reviewTexts)
  const { mayModerate } = useStore()
  return mayModerate ? (
    <Form review={review} />
  ) : (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {texts.replyTitle}
      </Text>
      <Text size="sm">{review.reply}</Text>
    </Stack>
  )
}

function Form({ review }: { review: Review }) {
  const texts = useTexts(reviewTexts)
  const { draft, save } = useAnswerDraft(`reviews/${review.id}`, review.reply)
  const { busy, send } = useSend(review.id)
  const reply = draft.values.reply
  const replyWith = (text: string | null) => void save(text, () => send(text))
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        replyWith(reply.trim())
      }}
    >
      <Stack gap="xs">
        <Textarea
          id="reply"
          label={texts.replyTitle}
          placeholder={texts.replyPlaceholder}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={5000}
          value={reply}
          onChange={event => draft.change({ reply: event.currentTarget.value })}
        />
        <Group gap="sm">
          <Button
            type="submit"
            variant="light"
            loading={busy}
            disabled={reply.trim() === '' || reply.trim() === review.reply}
          >
            {texts.replySave}
          </Button>
          {review.reply && (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => replyWith(null)}>
              {texts.replyWithdraw}
            </Button>
          )}
        </Group>
        {!busy && <AnswerSign draft={draft} saved={review.reply} />}
      </Stack>
    </form>
  )
}

function useSend(reviewId: string) {
  const texts = useTexts(reviewTexts)
  const { common } = useWords()
  const tell = useFailureText()
  const { store_id } = useStore()
  const lists = useReviewLists()
  const [busy, setBusy] = useState(false)
  const send = async (body: string | null) => {
    setBusy(true)
    try {
      await put(ofStore(store_id, `/reviews/${reviewId}/reply`), { body })
      notifications.show({ message: texts.replied })
      await lists.refresh()
      return true
    } catch (error) {
      notifications.show({ color: 'red', title: common.failed, message: tell(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, send }
}
