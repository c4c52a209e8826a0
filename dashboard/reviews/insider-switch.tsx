import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useErrorNotification } from '../parts/errors.tsx'
import { Switch } from '../parts/pickers/switch.tsx'
import { useTexts } from '../words/words.tsx'
import { type Review, useReviewMutations } from './query.ts'

/** Says on the review that its author works for the store. Nobody gets an email about it. */
export function InsiderSwitch({ review }: { review: Review }) {
  const texts = useTexts('reviews')
  const mutations = useReviewMutations()
  const notifyError = useErrorNotification()
  const [isSending, setSending] = useState(false)
  const toggle = async () => {
    setSending(true)
    try {
      const action = review.insider ? 'unmark_insider' : 'mark_insider'
      const { refused } = await mutations.decide({ action, ids: [review.id] })
      const [first] = refused
      const message = review.insider ? texts.insiderKnown : first?.message
      if (first) notifications.show({ color: 'yellow', message })
    } catch (error) {
      notifyError(error)
    }
    await mutations.refresh()
    setSending(false)
  }
  return <Switch label={texts.insider} checked={review.insider} disabled={isSending} onChange={toggle} />
}
