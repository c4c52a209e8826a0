import { Button, Group, Stack, Text } from '@mantine/core'
import { useCommonTexts } from '../../words/words.tsx'
import { Dialog } from './dialog.tsx'

/** Asks for confirmation of an action that cannot be undone. The button is red unless the action is harmless. */
export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  closeLabel,
  busy,
  isHarmless = false,
  close,
  confirm,
}: {
  title: string | undefined
  message: string
  confirmLabel: string
  /** Cancel by default. A dialog that cancels something needs another word. */
  closeLabel?: string
  busy: boolean
  isHarmless?: boolean
  close: () => void
  confirm: () => void
}) {
  const { common } = useCommonTexts()
  return (
    <Dialog opened={title !== undefined} close={close} title={title}>
      <Stack>
        <Text size="sm">{message}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {closeLabel ?? common.cancel}
          </Button>
          <Button {...(!isHarmless && { color: 'red' })} loading={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
