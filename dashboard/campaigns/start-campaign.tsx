import { Button, Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../parts/errors.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { useCampaignAction } from './query.ts'

/** Starts a campaign, once an owner has confirmed that its buyers may be asked. */
export function StartCampaign({ id }: { id: string }) {
  const texts = useTexts('campaigns')
  const { isOwner } = useStore()
  const [isConfirmed, setConfirmed] = useState(false)
  const start = useCampaignAction(id, 'start', texts.started)
  if (!isOwner) return null
  return (
    <>
      <Checkbox
        label={texts.consent}
        description={texts.consentHint}
        checked={isConfirmed}
        onChange={event => setConfirmed(event.currentTarget.checked)}
      />
      <ErrorAlert error={start.error} />
      <Group>
        <Button disabled={!isConfirmed} loading={start.isPending} onClick={() => start.mutate()}>
          {texts.start}
        </Button>
      </Group>
    </>
  )
}
