import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MadeKey } from '../../../server/dashboard/settings/key-schemas.ts'
import { post } from '../../api.ts'
import { useTexts } from '../../words/words.tsx'
import { CopyableValue } from '../copyable-value.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { ErrorPanel } from '../errors.tsx'
import { endOfDay } from '../time-zone.ts'

type Props = {
  path: string
  nameHint: string
  timeZone: string
  opened: boolean
  close: () => void
  onCreated: () => void
}

/** Creates a key, and displays it once. */
export function NewKeyDialog({ path, nameHint, timeZone, opened, close, onCreated }: Props) {
  const texts = useTexts('keys')
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const create = useMutation({
    mutationFn: () => {
      const expires_at = expires ? endOfDay(expires, timeZone).toISOString() : null
      return post<MadeKey>(path, { name, expires_at })
    },
    onSuccess: onCreated,
  })
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
            create.mutate()
          }}
        >
          {create.error && <ErrorPanel error={create.error} />}
          <TextInput
            label={texts.name}
            description={nameHint}
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

/** The new key, which is displayed only once. */
function CreatedKey({ apiKey, close }: { apiKey: string; close: () => void }) {
  const texts = useTexts('keys')
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
