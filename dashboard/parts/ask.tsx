import { Button, Group, Stack, Text } from '@mantine/core'
import { useWords } from '../words/words.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before something that cannot be undone; red where it takes something away. */
export function Ask({
  title,
  lead,
  act,
  busy,
  isHarmless = false,
  close,
  go,
}: {
  title: string | undefined
  lead: string
  act: string
  busy: boolean
  isHarmless?: boolean
  close: () => void
  go: () => void
}) {
  const { common } = useWords()
  return (
    <Dialog opened={title !== undefined} close={close} title={title}>
      <Stack>
        <Text size="sm">{lead}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common.cancel}
          </Button>
          <Button {...(!isHarmless && { color: 'red' })} loading={busy} onClick={go}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
