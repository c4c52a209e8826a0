import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { patch, storePath } from '../../api.ts'
import { ErrorPanel } from '../../parts/errors.tsx'
import { Section, SectionList } from '../../parts/layout/section.tsx'
import { Switch } from '../../parts/pickers/switch.tsx'
import { useStore } from '../../store.tsx'
import { useSettings } from '../../store-settings.ts'
import { useTexts } from '../../words/words.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Members } from './members.tsx'

/** The store's members and pending invitations. */
export function TeamSettings() {
  const { isOwner } = useStore()
  const texts = useTexts('settings')
  const [isInviting, setInviting] = useState(false)
  return (
    <SectionList>
      <Section
        title={texts.members}
        action={isOwner && <Button onClick={() => setInviting(true)}>{texts.invite}</Button>}
      >
        <Members />
      </Section>
      <Section title={texts.pending}>
        <Invitations />
      </Section>
      <RequiredFactor />
      <InviteDialog opened={isInviting} close={() => setInviting(false)} />
    </SectionList>
  )
}

/** Whether every member needs a second factor. */
function RequiredFactor() {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('settings')
  const queryClient = useQueryClient()
  const { data: settings } = useSettings()
  const save = useMutation({
    mutationFn: (second_factor_required: boolean) =>
      patch(storePath(store_id, '/settings'), { second_factor_required }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['session'] })
      await queryClient.invalidateQueries({ queryKey: [store_id] })
    },
  })
  if (!settings) return undefined
  return (
    <Section title={texts.factorTitle}>
      {save.error && <ErrorPanel error={save.error} />}
      <Switch
        label={texts.factorRequired}
        description={texts.factorRequiredHint}
        checked={settings.second_factor_required}
        disabled={!isOwner || save.isPending}
        onChange={event => save.mutate(event.currentTarget.checked)}
      />
    </Section>
  )
}
