import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ofStore, put } from '../api.ts'
import { useFailureText } from '../parts/failure.tsx'
import { useStore } from '../store.tsx'
import { reviewTexts } from '../words/reviews.ts'
import { useTexts, useWords } from '../words/words.tsx'
import { type Review, useReviewLists } from './query.ts'

/** The store's public answer: written, changed, taken back. A viewer reads it. */
export function ReplyForm({ review }: { review: Review }) {
  const texts = useTexts(reviewTexts)
  const { common } = useWords()
  const tell = useFailureText()
  const { store_id, mayModerate } = useStore()
  const lists = useReviewLists()
  const [body, setBody] = useState(review.reply ?? '')
  const [busy, setBusy] = useState(false)

  const save = async (text: string | null) => {
    setBusy(true)
    try {
      await put(ofStore(store_id, `/reviews/${review.id}/reply`), { body: text })
      if (text === null) setBody('')
      notifications.show({ message: texts.replied })
      await lists.refresh()
    } catch (error) {
      notifications.show({ color: 'red', title: common.failed, message: tell(error) })
    } finally {
      setBusy(false)
    }
  }

  if (!mayModerate) {
    return (
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {texts.replyTitle}
        </Text>
        <Text size="sm">{review.reply}</Text>
      </Stack>
    )
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save(body.trim())
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
          value={body}
          onChange={event => setBody(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button
            type="submit"
            variant="light"
            loading={busy}
            disabled={body.trim() === '' || body.trim() === review.reply}
          >
            {texts.replySave}
          </Button>
          {review.reply && (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => void save(null)}>
              {texts.replyWithdraw}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
