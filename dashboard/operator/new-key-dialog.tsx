import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreatedOperatorKey } from '../../server/operators/access-schemas.ts'
import { post } from '../api.ts'
import { CopyableValue } from '../parts/copyable-value.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { endOfDay } from '../parts/time-zone.ts'
import { useTexts } from '../words/words.tsx'
import { operatorPath } from './query.ts'

type Props = { opened: boolean; close: () => void; onCreated: () => void }

/** Creates a key of the operator API, and displays it once. */
export function NewKeyDialog({ opened, close, onCreated }: Props) {
  const texts = useTexts('operator').keys
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const create = useCreateKey(onCreated)
  const closeAndReset = () => {
    close()
    create.reset()
    setName('')
    setExpires('')
  }
  return (
    <Dialog
      opened={opened}
      close={closeAndReset}
      title={texts.new}
      ignoresOutsideClicks={Boolean(create.data)}
    >
      {create.data ? (
        <CreatedKey apiKey={create.data.api_key} close={closeAndReset} />
      ) : (
        <Stack
          component="form"
          onSubmit={event => {
            event.preventDefault()
            create.mutate({ name, expires })
          }}
        >
          {create.error && <ErrorPanel error={create.error} />}
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            maxLength={100}
            required
            data-autofocus
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={texts.expires}
            description={texts.expiresHint}
            value={expires}
            onChange={event => setExpires(event.currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            {texts.create}
          </Button>
        </Stack>
      )}
    </Dialog>
  )
}

function useCreateKey(onCreated: () => void) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return useMutation({
    mutationFn: ({ name, expires }: { name: string; expires: string }) => {
      const expires_at = expires ? endOfDay(expires, timeZone).toISOString() : null
      return post<CreatedOperatorKey>(operatorPath('/keys'), { name, expires_at })
    },
    onSuccess: onCreated,
  })
}

/** The new key, which is displayed only once. */
function CreatedKey({ apiKey, close }: { apiKey: string; close: () => void }) {
  const texts = useTexts('operator').keys
  return (
    <Stack>
      <Alert variant="light" color="yellow">
        {texts.created}
      </Alert>
      <CopyableValue label={texts.unnamed} value={apiKey} />
      <Button onClick={close}>{texts.done}</Button>
    </Stack>
  )
}
