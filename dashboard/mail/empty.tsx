import { Stack, Text } from '@mantine/core'
import { Icon, type IconName } from '../parts/icon.tsx'

/** Where there is nothing to list, and what would be there. */
export function Empty({ icon, title, lead }: { icon: IconName; title: string; lead?: string | undefined }) {
  return (
    <Stack align="center" gap="xs" py={48} ta="center">
      <Icon name={icon} size={36} />
      <Text fw={600}>{title}</Text>
      {lead && (
        <Text c="dimmed" maw={420}>
          {lead}
        </Text>
      )}
    </Stack>
  )
}
