import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AddedOperator } from '../../server/api/operators/access-schemas.ts'
import { post } from '../api.ts'
import { AddEmailDialog } from '../parts/dialogs/add-email-dialog.tsx'
import { useTexts } from '../words/words.tsx'
import { operatorPath } from './query.ts'

/** Makes a user an operator, by the address with which they sign in. */
export function AddDialog({ close }: { close: () => void }) {
  const texts = useTexts('operator').access
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (email: string) => post<AddedOperator>(operatorPath('/operators'), { email }),
    onSuccess: ({ name }) => {
      notifications.show({ message: texts.added({ name }) })
      void queryClient.invalidateQueries({ queryKey: ['operator'] })
      close()
    },
  })
  return <AddEmailDialog {...{ close, texts, add }} />
}
