import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post, storePath } from '../api.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { useErrorMessage } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { useStore } from '../store.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'

/** A dialog to add an email address to the suppressions. */
export function AddAddress({ close }: { close: () => void }) {
  const texts = useTexts('mail')
  const { common } = useCommonTexts()
  const messageOf = useErrorMessage()
  const [email, setEmail] = useState('')
  const add = useAddSuppression(email, close)
  return (
    <Dialog close={close} title={texts.add}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <Stack>
          <Text size="sm">{texts.addLead}</Text>
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="off"
            data-autofocus
            value={email}
            error={fieldErrors(add.error).email ?? (add.error && messageOf(add.error))}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useAddSuppression(email: string, onAdded: () => void) {
  const texts = useTexts('mail')
  const { store_id } = useStore()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => post(storePath(store_id, '/mail/suppressions'), { email }),
    onSuccess: () => {
      notifications.show({ message: texts.added })
      onAdded()
      return queries.invalidateQueries({ queryKey: [store_id, 'mail', 'suppressions'] })
    },
  })
}
