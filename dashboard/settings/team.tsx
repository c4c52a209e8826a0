import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section, SectionList } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
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
      <InviteDialog opened={isInviting} close={() => setInviting(false)} />
    </SectionList>
  )
}
