import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { reviewTexts } from '../words/reviews.ts'
import { useTexts } from '../words/words.tsx'

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['p', 'publish'],
  ['x', 'reject'],
  ['r', 'reply'],
  ['s', 'select'],
  ['z', 'undo'],
  ['?', 'help'],
] as const

/** What the keys do. */
export function Shortcuts({ opened, close }: { opened: boolean; close: () => void }) {
  const texts = useTexts(reviewTexts)
  return (
    <Modal opened={opened} onClose={close} title={<Text fw={650}>{texts.shortcuts}</Text>} radius="lg">
      <Stack gap="sm">
        {keys.map(([key, name]) => (
          <Group key={key} justify="space-between">
            <Text size="sm">{texts.keys[name]}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
