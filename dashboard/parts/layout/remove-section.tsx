import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { ErrorAlert } from '../errors.tsx'
import { Section } from './section.tsx'

type Props = {
  texts: { title: string; lead: string; act: string; done: string }
  question: string
  consequences: string
  remove: () => Promise<unknown>
  reload: () => Promise<unknown>
}

/** Deletes the record of the page after a confirmation, and returns to the list. */
export function RemoveSection({ texts, question, consequences, remove, reload }: Props) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      // Leaves first: the reloaded list no longer has the record that this page shows.
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
        title={isAsking ? question : undefined}
        message={consequences}
        confirmLabel={texts.act}
        busy={removal.isPending}
        close={() => setAsking(false)}
        confirm={() => removal.mutate()}
      />
    </Section>
  )
}
