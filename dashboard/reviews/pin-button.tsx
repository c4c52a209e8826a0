import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useErrorNotification } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'
import { type Review, useReviewMutations } from './query.ts'

/** Displays a published review first on the page of its product, or no longer. Nobody gets an email about it. */
export function PinButton({ review }: { review: Review }) {
  const texts = useTexts('reviews')
  const mutations = useReviewMutations()
  const notifyError = useErrorNotification()
  const [isSending, setSending] = useState(false)
  const isPinned = review.pinned_at !== null
  const toggle = async () => {
    setSending(true)
    try {
      const { refused } = await mutations.decide({ action: isPinned ? 'unpin' : 'pin', ids: [review.id] })
      if (refused.length > 0) notifications.show({ color: 'yellow', message: texts.pinFailed })
    } catch (error) {
      notifyError(error)
    }
    await mutations.refresh()
    setSending(false)
  }
  return (
    <Button
      variant="default"
      onClick={toggle}
      loading={isSending}
      aria-pressed={isPinned}
      leftSection={<Icon name="pin" size={16} />}
    >
      {isPinned ? texts.unpin : texts.pin}
    </Button>
  )
}
