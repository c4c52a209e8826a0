import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../parts/section.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { Members } from './members.tsx'

/** Who works with the store, and who is invited to. */
export function Team() {
  const { isOwner } = useStore()
  const texts = useTexts('settings')
  const [invites, setInvites] = useState(false)
  return (
    <Stack gap="xl" maw={720}>
      <Section
        title={texts.members}
        action={isOwner && <Button onClick={() => setInvites(true)}>{texts.invite}</Button>}
      >
        <Members />
      </Section>
      <Section title={texts.pending}>
        <Invitations />
      </Section>
      <Invite opened={invites} close={() => setInvites(false)} />
    </Stack>
  )
}
