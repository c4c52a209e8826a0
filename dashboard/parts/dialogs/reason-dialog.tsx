import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCommonTexts, useTexts } from '../../words/words.tsx'
import { Dialog } from './dialog.tsx'

const reasons = [
  'spam',
  'offensive',
  'private_data',
  'not_about_product',
  'conflict_of_interest',
  'not_genuine',
  'unlawful',
  'unreadable',
] as const

type Props = {
  opened: boolean
  /** The button's label: reject, or take down. */
  confirmLabel: string
  close: () => void
  choose: (reason: string) => void
}

/** Asks for one of the neutral reasons, which the author will receive. */
export function ReasonDialog({ opened, confirmLabel, close, choose }: Props) {
  const texts = useTexts('moderation')
  const { common } = useCommonTexts()
  const [reason, setReason] = useState<string | null>(null)
  const reset = () => {
    setReason(null)
    close()
  }
  return (
    <Dialog opened={opened} close={reset} title={texts.reasonTitle}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!reason) return
          choose(reason)
          reset()
        }}
      >
        <Stack>
          <ReasonOptions reason={reason} choose={setReason} />
          <Group justify="flex-end">
            <Button variant="default" onClick={reset}>
              {common.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!reason}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function ReasonOptions({ reason, choose }: { reason: string | null; choose: (reason: string) => void }) {
  const texts = useTexts('moderation')
  return (
    <Radio.Group value={reason} onChange={choose} description={texts.reasonLead}>
      <Stack gap="sm" mt="md">
        {reasons.map((name, index) => (
          <Radio
            key={name}
            value={name}
            label={texts.reasons[name]}
            data-autofocus={index === 0 || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
