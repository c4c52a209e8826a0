import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddedOperator } from '../../server/api/operators/access-schemas.ts'
import { post } from '../api.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { operatorPath } from './query.ts'

/** Makes a user an operator, by the address with which they sign in. */
export function AddDialog({ close }: { close: () => void }) {
  const { common } = useCommonTexts()
  const texts = useTexts('operator').access
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const add = useMutation({
    mutationFn: () => post<AddedOperator>(operatorPath('/operators'), { email }),
    onSuccess: ({ name }) => {
      notifications.show({ message: texts.added({ name }) })
      void queryClient.invalidateQueries({ queryKey: ['operator'] })
      close()
    },
  })
  const { email: problem } = fieldErrors(add.error)
  return (
    <Dialog close={close} title={texts.add}>
      <form
        onSubmit={event => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {texts.addLead}
          </Text>
          {!problem && <ErrorAlert error={add.error} />}
          <TextInput
            type="email"
            label={texts.email}
            error={problem}
            required
            maxLength={254}
            autoComplete="off"
            data-autofocus
            value={email}
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
