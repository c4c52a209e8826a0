import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { type Campaign, useCampaignAction } from './query.ts'

/** The buttons that pause, resume and stop a campaign, or discard a preview. */
export function CampaignActions({ campaign, isPreview }: { campaign: Campaign; isPreview: boolean }) {
  const texts = useTexts('campaigns')
  const { isOwner, mayModerate } = useStore()
  const { id, state } = campaign
  const pause = useCampaignAction(id, 'pause', texts.paused)
  const resume = useCampaignAction(id, 'resume', texts.resumed)
  const discard = useCampaignAction(id, 'stop', texts.discarded)
  const isOver = state === 'finished' || state === 'stopped'
  if (isOver || !mayModerate) return null
  if (isPreview)
    return (
      <>
        <ErrorAlert error={discard.error} />
        <Group>
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
            {texts.discard}
          </Button>
        </Group>
      </>
    )
  return (
    <>
      <ErrorAlert error={pause.error ?? resume.error} />
      <Group>
        {state === 'paused'
          ? isOwner && (
              <Button loading={resume.isPending} onClick={() => resume.mutate()}>
                {texts.resume}
              </Button>
            )
          : null}
        {state !== 'paused' && (
          <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
            {texts.pause}
          </Button>
        )}
        <StopButton campaign={campaign} />
      </Group>
    </>
  )
}

function StopButton({ campaign: { id, planned } }: { campaign: Campaign }) {
  const texts = useTexts('campaigns')
  const [isOpen, setOpen] = useState(false)
  const stop = useCampaignAction(id, 'stop', texts.stopped, () => setOpen(false))
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        {texts.stop}
      </Button>
      <ErrorAlert error={stop.error} />
      <ConfirmDialog
        title={isOpen ? texts.stopTitle : undefined}
        message={texts.stopLead({ count: planned })}
        confirmLabel={texts.stop}
        busy={stop.isPending}
        close={() => setOpen(false)}
        confirm={() => stop.mutate()}
      />
    </>
  )
}
