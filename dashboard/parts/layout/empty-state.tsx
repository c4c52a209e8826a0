import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

/** An empty list: says what will appear here, with actions below. */
export function EmptyState({
  icon,
  title,
  lead,
  children,
}: {
  icon: IconName
  title: string
  lead?: string | undefined
  children?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py={56} ta="center">
      <Text span c="dimmed" lh={0}>
        <Icon name={icon} size={36} />
      </Text>
      <Text fw={600}>{title}</Text>
      {lead && (
        <Text c="dimmed" maw={460}>
          {lead}
        </Text>
      )}
      {children && (
        <Group mt="sm" justify="center">
          {children}
        </Group>
      )}
    </Stack>
  )
}
