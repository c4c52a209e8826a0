import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { RewardOnScreen } from '../../../server/api/dashboard/settings/reward-schemas.ts'
import { patch, storePath, type Wire } from '../../api.ts'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import { useCommonTexts, useTexts } from '../../words/words.tsx'

type Kind = RewardOnScreen['codes']

/** Chooses between a code of its own for each buyer and one for all. */
export function CodeKind({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const texts = useTexts('rewards')
  return (
    <Radio.Group label={texts.kind} value={value} onChange={kind => onChange(kind as Kind)}>
      <Stack gap="xs" mt="xs">
        <Radio value="list" label={texts.kindList} description={texts.kindListHint} />
        <Radio value="shared" label={texts.kindShared} description={texts.kindSharedHint} />
      </Stack>
    </Radio.Group>
  )
}

/** The code for all is sent once and never read again, so it is no part of the form. */
export function SharedCode({ shown }: { shown: Wire<RewardOnScreen> }) {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('rewards')
  const { common } = useCommonTexts()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [last, setLast] = useState(shown.code_expires_on ?? '')
  const save = useMutation({
    mutationFn: () =>
      patch<Wire<RewardOnScreen>>(storePath(store_id, '/reward'), {
        ...(code.trim() && { code: code.trim() }),
        code_expires_on: last || null,
      }),
    onSuccess: saved => {
      setCode('')
      queryClient.setQueryData([store_id, 'reward'], saved)
      notifications.show({ message: common.saved })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const isChanged = code.trim() !== '' || last !== (shown.code_expires_on ?? '')
  return (
    <Section title={texts.shared} lead={texts.sharedLead}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={texts.code}
            description={shown.has_code ? texts.codeSet : texts.codeNone}
            autoComplete="off"
            maxLength={100}
            flex={1}
            miw={200}
            disabled={!isOwner}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={texts.lastDay}
            description={texts.lastDayHint}
            disabled={!isOwner}
            value={last}
            onChange={event => setLast(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={!isOwner || !isChanged} loading={save.isPending}>
            {texts.saveCode}
          </Button>
        </Group>
      </form>
      <ErrorAlert error={save.error} />
    </Section>
  )
}
