import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useErrorNotification } from '../parts/errors.tsx'
import { Switch } from '../parts/pickers/switch.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { type Details, useProductActions } from './query.ts'
import { useUndoNotification } from './undo-notification.tsx'

/** Whether review requests ask about the product, and why not if it was switched off by itself. */
export function AsksSection({ product }: { product: Details }) {
  const texts = useTexts('products')
  const { isOwner } = useStore()
  const { change } = useProductActions()
  const notify = useUndoNotification()
  const notifyError = useErrorNotification()
  const [isSaving, setSaving] = useState(false)
  const { product_id, asks_for_reviews, recognised_as } = product
  const set = (asks: boolean) => change({ product_id, asks_for_reviews: asks })
  const turn = async (asks: boolean) => {
    setSaving(true)
    try {
      await set(asks)
      notify(asks ? texts.asksOn : texts.asksOff, () => set(!asks))
    } catch (error) {
      notifyError(error)
    }
    setSaving(false)
  }
  return (
    <Stack gap={6}>
      <Switch
        label={texts.asks}
        description={texts.asksHint}
        checked={asks_for_reviews}
        disabled={!isOwner || isSaving}
        onChange={event => void turn(event.currentTarget.checked)}
      />
      {!asks_for_reviews && recognised_as && (
        <Text size="sm">{texts.recognised({ kind: texts.kinds[recognised_as] })}</Text>
      )}
    </Stack>
  )
}
