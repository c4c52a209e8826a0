import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useTexts } from '../words/words.tsx'
import { useReload, useWebhookRequests, type Webhook } from './query.ts'

/** Deletes the webhook, after a confirmation. */
export function RemoveSection({ webhook: { webhook_id, url } }: { webhook: Webhook }) {
  const texts = useTexts('webhooks').remove
  const navigate = useNavigate()
  const { remove } = useWebhookRequests()
  const reload = useReload()
  const [isAsking, setAsking] = useState(false)
  const removal = useMutation({
    mutationFn: () => remove(webhook_id),
    onSuccess: async () => {
      // Leaves first: the reloaded list no longer has the webhook that this page shows.
      await navigate('?', { replace: true })
      await reload()
      notifications.show({ message: texts.done })
    },
    onError: () => setAsking(false),
  })
  return (
    <Section title={texts.title} lead={texts.lead}>
      <div>
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          {texts.act}
        </Button>
      </div>
      <ErrorAlert error={removal.error} />
      <ConfirmDialog
        title={isAsking ? texts.confirm : undefined}
        message={texts.confirmLead({ url })}
        confirmLabel={texts.act}
        busy={removal.isPending}
        close={() => setAsking(false)}
        confirm={() => removal.mutate()}
      />
    </Section>
  )
}
