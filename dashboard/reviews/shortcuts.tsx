import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { useTexts } from '../words/words.tsx'

const shortcuts = [
  ['j', 'next'],
  ['k', 'previous'],
  ['p', 'publish'],
  ['x', 'reject'],
  ['r', 'reply'],
  ['s', 'select'],
  ['z', 'undo'],
  ['?', 'help'],
] as const

/** Binds the shortcuts. They are ignored in text fields. */
export function useShortcuts(actions: Record<(typeof shortcuts)[number][1], () => unknown>): void {
  useHotkeys(shortcuts.map(([key, name]) => [key === '?' ? 'shift+?' : key, () => void actions[name]()]))
}

export function ShortcutsDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const texts = useTexts('reviews')
  return (
    <Dialog opened={opened} close={close} title={texts.shortcuts}>
      <Stack gap="sm">
        {shortcuts.map(([key, name]) => (
          <Group key={key} justify="space-between">
            <Text size="sm">{texts.keys[name]}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </Dialog>
  )
}
