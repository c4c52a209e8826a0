import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MadeKey } from '../../../server/api/dashboard/settings/key-schemas.ts'
import type { Scope } from '../../../server/tenants/stores/scopes.ts'
import { post } from '../../api.ts'
import { useTexts } from '../../words/words.tsx'
import { CopyableValue } from '../copying/copyable-value.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { ErrorPanel } from '../errors.tsx'
import { endOfDay } from '../time-zone.ts'
import { KeyName } from './key-name.tsx'
import { KeyScopes } from './key-scopes.tsx'

type Props = {
  path: string
  nameHint: string
  timeZone: string
  /** Whether the user chooses what the key opens. */
  hasScopes: boolean
  opened: boolean
  close: () => void
  onCreated: () => void
}

/** Creates a key, and displays it once. */
export function NewKeyDialog({ path, nameHint, timeZone, hasScopes, opened, close, onCreated }: Props) {
  const texts = useTexts('keys')
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const [isForProgram, setForProgram] = useState(false)
  const [chosen, setChosen] = useState<Scope[]>([])
  const create = useMutation({
    mutationFn: () => {
      const expires_at = expires ? endOfDay(expires, timeZone).toISOString() : null
      return post<MadeKey>(path, {
        ...{ name, expires_at },
        ...(isForProgram && { type: 'manage', scopes: chosen }),
      })
    },
    onSuccess: onCreated,
  })
  const closeAndReset = () => {
    close()
    create.reset()
    setName('')
    setExpires('')
    setForProgram(false)
    setChosen([])
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
          <KeyName hint={nameHint} value={name} onChange={setName} />
          <TextInput
            type="date"
            label={texts.expires}
            description={texts.expiresHint}
            value={expires}
            onChange={event => setExpires(event.currentTarget.value)}
          />
          {hasScopes && <KeyScopes {...{ isForProgram, setForProgram, chosen, setChosen }} />}
          <Button
            type="submit"
            loading={create.isPending}
            disabled={name.trim() === '' || (isForProgram && chosen.length === 0)}
          >
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
