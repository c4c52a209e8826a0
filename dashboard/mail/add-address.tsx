import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, storePath } from '../api.ts'
import { AddEmailDialog } from '../parts/dialogs/add-email-dialog.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'

/** A dialog to add an email address to the suppressions. */
export function AddAddress({ close }: { close: () => void }) {
  const texts = useTexts('mail')
  const { store_id } = useStore()
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (email: string) => post(storePath(store_id, '/mail/suppressions'), { email }),
    onSuccess: () => {
      notifications.show({ message: texts.added })
      close()
      return queries.invalidateQueries({ queryKey: [store_id, 'mail', 'suppressions'] })
    },
  })
  return <AddEmailDialog {...{ close, texts, add }} />
}
