import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { remove } from '../api.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { type OperatedStoreDetail, operatorPath } from './query.ts'

/** Deletes a store after its name was typed. */
export function DeleteDialog({
  store: { store_id, name },
  close,
}: {
  store: OperatedStoreDetail
  close: () => void
}) {
  const { common } = useCommonTexts()
  const texts = useTexts('operator').store
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const deletion = useMutation({
    mutationFn: () => remove(operatorPath(`/stores/${store_id}`), { confirm: typed }),
    onSuccess: async () => {
      notifications.show({ message: texts.deleted({ name }) })
      await queryClient.invalidateQueries({ queryKey: ['operator'] })
      close()
    },
  })
  return (
    <Dialog close={close} title={texts.deleteTitle({ name })}>
      <form
        onSubmit={event => {
          event.preventDefault()
          deletion.mutate()
        }}
      >
        <Stack>
          <Text size="sm">{texts.deleteLead}</Text>
          <ErrorAlert error={deletion.error} />
          <TextInput
            label={texts.deleteConfirm}
            description={name}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              color="red"
              loading={deletion.isPending}
              disabled={typed.trim() !== name.trim()}
            >
              {texts.delete}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
