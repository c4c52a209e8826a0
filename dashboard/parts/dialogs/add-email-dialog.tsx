import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useCommonTexts } from '../../words/words.tsx'
import { ErrorAlert } from '../errors.tsx'
import { fieldErrors } from '../field-errors.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  close: () => void
  texts: { add: string; addLead: string; email: string }
  /** Adds the address. */
  add: UseMutationResult<unknown, Error, string>
}

/** A dialog for one email address, which a server adds to a list. */
export function AddEmailDialog({ close, texts, add }: Props) {
  const { common } = useCommonTexts()
  const [email, setEmail] = useState('')
  const { email: problem } = fieldErrors(add.error)
  return (
    <Dialog close={close} title={texts.add}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          add.mutate(email)
        }}
      >
        <Stack>
          <Text size="sm">{texts.addLead}</Text>
          {!problem && <ErrorAlert error={add.error} />}
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="off"
            data-autofocus
            value={email}
            error={problem}
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
