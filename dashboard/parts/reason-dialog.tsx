import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts, useWords } from '../words/words.tsx'
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
  /** What the button says: not publish, or take down. */
  confirm: string
  close: () => void
  choose: (reason: string) => void
}

/** Asks for the neutral reason that the author is told. */
export function ReasonDialog({ opened, confirm, close, choose }: Props) {
  const texts = useTexts('moderation')
  const { common } = useWords()
  const [reason, setReason] = useState<string | null>(null)
  const leave = () => {
    setReason(null)
    close()
  }
  return (
    <Dialog opened={opened} close={leave} title={texts.reasonTitle}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!reason) return
          choose(reason)
          leave()
        }}
      >
        <Stack>
          <Reasons reason={reason} choose={setReason} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {common.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!reason}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Reasons({ reason, choose }: { reason: string | null; choose: (reason: string) => void }) {
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
