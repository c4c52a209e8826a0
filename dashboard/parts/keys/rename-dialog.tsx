import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { patch } from '../../api.ts'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { ErrorPanel } from '../errors.tsx'
import { KeyName } from './key-name.tsx'
import type { ApiKey } from './keys.tsx'

type Props = { path: string; apiKey: ApiKey; nameHint: string; close: () => void; onRenamed: () => void }

/** Changes what a key is called. */
export function RenameDialog({ path, apiKey, nameHint, close, onRenamed }: Props) {
  const { common } = useCommonTexts()
  const texts = useTexts('keys')
  const [name, setName] = useState(apiKey.name)
  const rename = useMutation({
    mutationFn: () => patch(`${path}/${apiKey.key_id}`, { name }),
    onSuccess: () => {
      onRenamed()
      close()
    },
  })
  return (
    <Dialog close={close} title={texts.renameTitle}>
      <Stack
        component="form"
        onSubmit={event => {
          event.preventDefault()
          rename.mutate()
        }}
      >
        {rename.error && <ErrorPanel error={rename.error} />}
        <KeyName hint={nameHint} value={name} onChange={setName} />
        <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
          {common.save}
        </Button>
      </Stack>
    </Dialog>
  )
}
